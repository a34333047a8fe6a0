import type { Block } from './blocks.ts';
import { readSigns, type Signs } from './gate-signs.ts';
import type { Metadata } from './metadata.ts';
import type { PageRefusal } from './page.ts';
import type { ElementNode } from './tree.ts';
import { parseUrl } from '../parse-url.ts';

/**
 * The content gate (rule 7.5): pages that answer 200 and say nothing of their own. Each kind needs a sign and a page
 * too short to be anything else; a short page without a sign is a short page, and is kept.
 */

/** What the gate judges. */
export interface Subject {
  readonly url: string;
  readonly metadata: Metadata;
  readonly canonical: string | null;
  readonly document: ElementNode;
  /** First heading of the content, and its text, both without Markdown. */
  readonly heading: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

interface Evidence extends Subject {
  readonly signs: Signs;
  /** The page shows code, which no wall does: it teaches something, whatever it is called. */
  readonly teaches: boolean;
}

/** A text this short is little more than a message. */
const MESSAGE = 700;
/** A text this short, beside an empty mount point, is what stands in for the page. */
const NEXT_TO_NOTHING = 160;

export function judgeContent(page: Subject): PageRefusal | null {
  if (page.text.length < MESSAGE) {
    const evidence = {
      ...page,
      signs: readSigns(page.document),
      teaches: page.blocks.some(({ kind }) => kind === 'code'),
    };
    if (isChallenge(evidence)) return 'challenge';
    if (isConsentWall(evidence)) return 'consent-wall';
    if (isLoginWall(evidence)) return 'login-wall';
    if (isSoft404(evidence)) return 'soft-404';
    if (isShell(evidence)) return 'empty-shell';
  }
  return isHomeEcho(page) ? 'home-echo' : null;
}

const CHALLENGE_TITLE =
  /^(?:just a moment|one moment, please|attention required|checking your browser|ddos-guard|please wait|security check(?:point)?|verify(?:ing)? you are (?:a )?human|are you (?:a )?(?:human|robot)|human verification|making sure you(?:'|’)?re not a bot|pardon our interruption|access (?:to this page has been )?denied|robot check|bot verification|vercel security checkpoint|request unsuccessful|un instant|einen moment(?: bitte)?|请稍候|請稍候)[\s.…!?]*(?:$|[|·–—-])/i;
const CHALLENGE_TEXT =
  /(?:checking (?:if the site connection is secure|your browser before)|verify(?:ing)? (?:that )?you are (?:a |not a )?(?:human|robot|bot)|enable (?:javascript|js) and (?:cookies to continue|disable any ad ?blocker)|needs to review the security of your connection|complete the (?:security check|captcha)|unusual traffic from your (?:computer|network|device|connection|browser|internet|ip)|making sure you(?:'|’)?re not a bot|proof[- ]of[- ]work .{0,40}(?:scraper|bot)|incapsula incident id|performance (?:&|and) security by cloudflare|press (?:&|and) hold to confirm)/i;

function isChallenge(page: Evidence): boolean {
  const { metadata, signs, heading, teaches } = page;
  const named = CHALLENGE_TITLE.test(metadata.title) || CHALLENGE_TITLE.test(heading);
  const { visibleText } = signs;
  // Beside a heading the box belongs to a form of the page.
  const hasChallenge = signs.hasChallenge || (signs.hasWidget && heading === '');
  const speaks = CHALLENGE_TEXT.test(`${visibleText} ${signs.noscript}`);
  if (named && (signs.hasChallenge || signs.hasWidget || signs.scripts > 0)) {
    if (visibleText.length < MESSAGE && (speaks || !tells(visibleText))) return true;
  }
  // What a page that is not called so says of such checks, it may teach.
  if (teaches || heading.endsWith('()')) return false;
  if (isDenial(page)) return true;
  if (hasChallenge && visibleText.length < 200) return true;
  if (!speaks) return false;
  return (
    named ||
    hasChallenge ||
    CHALLENGE_TEXT.test(signs.noscript) ||
    sentencesBeside(CHALLENGE_TEXT, visibleText).length < MUCH
  );
}

const DENIAL =
  /^\W*(?:(?:http )?(?:error )?403\b\W*(?:error\W*)?(?:forbidden|access denied)?|forbidden|access denied)\W*(?:$|[|·–—-])/i;
const DENIED =
  /you (?:do not|don(?:'|’)?t) have (?:permission|access|authori[sz]ation)|reference #|(?:^|\W)(?:nginx|apache|openresty)\b|forbidden/i;

/** A server's way to say that it will not serve this visitor. */
function isDenial({ heading, metadata, text }: Evidence): boolean {
  if (!DENIAL.test(heading) || (metadata.title !== '' && !DENIAL.test(metadata.title))) return false;
  const rest = text.slice(heading.length).trim();
  return rest === '' || (text.length < MUCH && DENIED.test(rest) && !tells(rest));
}

/** So much beside what a wall would say is about something. */
const MUCH = 160;

/** The sentences of a text that have nothing of a pattern. */
function sentencesBeside(pattern: RegExp, text: string): string {
  return (text.match(/[^.!?]+[.!?]*/g) ?? [])
    .filter((sentence) => !pattern.test(sentence))
    .join('')
    .trim();
}

const CONSENT_TEXT =
  /(?:(?:we|our partners|this (?:web)?site) (?:and our .{0,40}partners )?(?:use|uses|store|process).{0,60}cookies|before you continue to|accept (?:all )?cookies|cookies? (?:settings|preferences)|consent to (?:the )?(?:use|processing)|wir (?:verwenden|nutzen) cookies|nous utilisons des cookies|utilizamos cookies|legitimate interest)/i;
const CONSENT_CHOICE =
  /\b(?:accept|agree|reject|refuse|decline|manage (?:options|choices|preferences)|akzeptieren|zustimmen|ablehnen|accepter|refuser|aceptar|rechazar)\b/i;

const CONSENT_LABEL =
  /^\W*(?:i |yes,? i )?(?:accept|agree|allow|reject|refuse|decline|deny|ok\b|got it|(?:alle )?(?:akzeptieren|zustimmen|ablehnen)|(?:tout )?(?:accepter|refuser)|aceptar|rechazar)/i;
const CONSENT_TITLE =
  /^(?:before you continue|bevor sie|avant d.acc[eé]der|your privacy choices|cookie consent|privacy settings|we value your privacy)/i;

/** A wall asks for a choice; a page about cookies only tells of one. */
function isConsentWall({ signs, text, metadata, teaches }: Evidence): boolean {
  const { visibleText } = signs;
  if (teaches || !CONSENT_TEXT.test(visibleText)) return false;
  if (!CONSENT_CHOICE.test(visibleText) && !signs.labels.some((label) => CONSENT_CHOICE.test(label))) return false;
  const asks = signs.labels.some((label) => CONSENT_LABEL.test(label));
  if (CONSENT_TITLE.test(metadata.title) && asks) return true;
  // The banner over a page that has its own text is no wall.
  const own = text.replace(/[^.!?]*\b(?:cookies?|consent|privacy|partners?|personal data)\b[^.!?]*[.!?]?/gi, '').trim();
  return own.length < OWN_WORDS && (asks || signs.hasConsent || text.length < OWN_WORDS);
}

/** So much that is not about cookies makes a page. */
const OWN_WORDS = 40;

const LOGIN_TITLE =
  /(?:^|[|·:–—-]\s*)(?:(?:please )?(?:sign|log) ?in\b(?: to .{0,40}| required)?|login(?: required| page)?|authentication required|members only|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesi[oó]n|acceder|войти|ログイン|登录|登入)\s*(?:$|[|·:–—-])/i;
const LOGIN_TEXT =
  /(?:(?:you (?:must|need to|have to)|please) (?:be (?:logged|signed) in|(?:log|sign) ?in)\b|(?:log|sign) ?in (?:to (?:continue|view|access|see|read)|with (?:google|github|sso|microsoft|your))|forgot (?:your )?password|restricted to (?:members|subscribers|authorized users))/i;

const LOGIN_DEMAND =
  /(?:you (?:must|need to|have to) be (?:logged|signed) in|please (?:log|sign) ?in\b|(?:log|sign) ?in to (?:continue|view|access|see|read)|restricted to (?:members|subscribers|authorized users))/i;
const LOGIN_LABEL =
  /(?:\b(?:log|sign) ?in\b|\bcontinue\b|\bsso\b|anmelden|einloggen|connexion|connecter|iniciar|acceder|войти|ログイン|登录|登入)/i;

/** The first of several steps asks for a name or an address. */
const LOGIN_STEP = /^\W*(?:(?:log|sign) ?in|next|continue|submit|weiter|anmelden|suivant|siguiente)\W*$/i;

/** What is said where one password opens the page. */
const PROTECTED_TEXT =
  /password[- ]protected|(?:enter|type|need|requires?) (?:the |a |your )?password (?:below|to (?:view|see|read|access|continue|enter))|passwortgesch[uü]tzt|prot[eé]g[eé]e? par (?:un )?mot de passe/i;
/** Titles of texts about what is done with a password. */
const DESCRIBES = /^(?:how to|chang|resett|stor|choos)/i;

function isLoginWall({ metadata, signs, heading, text, teaches }: Evidence): boolean {
  if (teaches) return false;
  const named = LOGIN_TITLE.test(metadata.title) || LOGIN_TITLE.test(heading);
  const spoken = LOGIN_TEXT.test(signs.visibleText);
  if (signs.hasPassword && (named || spoken)) return text.length < 2 * NEXT_TO_NOTHING;
  if (signs.hasLoginForm) return text.length < NEXT_TO_NOTHING && !DESCRIBES.test(heading);
  if (signs.hasPassword && text.length < 2 * NEXT_TO_NOTHING && !tells(text)) {
    // Beside a form that asks for nothing but a password a wall says little.
    const own = text.length - heading.length - signs.passwordForm;
    if (PROTECTED_TEXT.test(text) || own <= 0 || (signs.passwordForm > 0 && own < OWN_WORDS / 2)) return true;
  }
  if (!named || text.length >= NEXT_TO_NOTHING) return false;
  if (signs.asksName && signs.labels.some((label) => LOGIN_STEP.test(label))) return true;
  if (!spoken) return false;
  // How to sign in is told in sentences; a wall has a way to do it, or says that it must be done.
  const own = signs.labels.reduce((rest, label) => rest.replace(label, ''), text.replace(heading, ''));
  return (
    LOGIN_DEMAND.test(text) || (signs.labels.some((label) => LOGIN_LABEL.test(label)) && own.trim().length < OWN_WORDS)
  );
}

const NOT_FOUND =
  /^\W*(?:(?:(?:http )?(?:error|status)\W*)?40[4]\b\W*(?:error|$|page|not|[-–—|:·])|(?:error\W*)?(?:40[4]\W*)?(?:(?:the |this |that )?(?:requested )?(?:page|file|document|topic|article|url|resource)\W*(?:was |is |could |can ?)?(?:not (?:be )?found|does(?:n.t| not) exist|no longer exists|isn.t here|missing))|not found\W*(?:$|[|·–—-])|(?:oops|sorry|uh[- ]oh|whoops)\b.{0,60}(?:not found|can.t (?:be )?f[io]u?nd|couldn.t find|doesn.t exist|404)|nothing (?:was )?found here|seite (?:wurde )?nicht gefunden|page (?:non trouv[eé]e|introuvable)|p[aá]gina no encontrada|p[aá]gina n[aã]o encontrada|pagina non trovata|pagina niet gevonden|страница не найдена|ページが見つかりません|お探しのページ|页面不存在|找不到(?:页面|網頁|网页)|页面未找到)/iu;
const NOT_FOUND_TEXT =
  /(?:(?:could ?n.t|could not|can ?not|can.t|unable to) (?:find|locate) (?:the |this |that |what |any )?.{0,30}(?:page|file|document|article|you)|(?:page|resource) (?:you (?:are|were|’re|'re) (?:looking for|trying to)|you requested|requested).{0,60}(?:not|n.t|no longer|moved|removed|missing)|(?:page|url|link|document|topic|article) .{0,40}(?:does not exist|doesn.t exist|no longer exists|was not found|could not be found|cannot be found|can.t be found|may have been (?:moved|removed|deleted)|has been (?:moved|removed|deleted))|looks like (?:you.ve|nothing|this page)|(?:diese|gew[uü]nschte) seite|cette page|お探しのページ)/i;

/** What is said of such answers in general: when they are sent, and what they mean. */
const EXPLAINS =
  /\b(?:means|reports (?:this|it)|thrown|indicates|occurs|happens|is (?:sent|returned|raised|thrown|shown|used)|are (?:sent|returned)|returns|sends|responds|status codes?|troubleshoot\w*|bedeutet|signifie|significa)\b/i;
/** What is to be done, said to someone who reads a manual: no message about a missing page asks for such things. */
const INSTRUCTS =
  /(?:^|[.!?:]\s+)(?:(?:add|set|define|configure|export|pass|replace|install|rename|grant|put|create|run)\b(?! (?:this |a |an |the )?(?:new )?(?:page|account|topic|article|search)\b)|check the (?!url|address|link|spelling|path)\w)/i;

/** Does a text tell how a thing works, or what to do with it? */
function tells(text: string): boolean {
  return EXPLAINS.test(text) || INSTRUCTS.test(text);
}

/** What is said to someone who came for another page. */
const TO_VISITOR =
  /\b(?:sorry|oops|whoops|uh[- ]oh|you(?:(?:'|’)re| are| were) (?:looking for|trying|lost)|you (?:requested|wanted|came)|looks like|take me|go (?:back|home)|(?:back|return) (?:to )?(?:the )?home)\b/i;

/** What a wiki says of a page that nobody wrote. */
const UNWRITTEN = /^\W*there is (?:currently )?no text in this page\b/i;
/** A title that goes on like this is of a text about such pages. */
const ABOUT_NOT_FOUND = /\b(?:not found|404)\W+(?:errors|handl\w+|pages|exceptions?|responses?|component)\b/i;

function isSoft404({ metadata, heading, text, teaches }: Evidence): boolean {
  const named = [heading || text, metadata.title].filter(
    (words) => NOT_FOUND.test(words) && !ABOUT_NOT_FOUND.test(words),
  ).length;
  const rest = (text.startsWith(heading) ? text.slice(heading.length) : text).trim();
  if (UNWRITTEN.test(rest)) return text.length < MESSAGE / 2;
  const spoken = NOT_FOUND_TEXT.test(rest);
  if (named === 0) return !heading && text.length < 250 && NOT_FOUND.test(text) && NOT_FOUND_TEXT.test(text);
  if (rest.length < OWN_WORDS) return !INSTRUCTS.test(rest);
  if (teaches || (tells(rest) && !TO_VISITOR.test(rest))) return false;
  if (named === 2) return text.length < MESSAGE / 2 || spoken;
  return text.length < MESSAGE / 2 && spoken;
}

const NEEDS_SCRIPT =
  /(?:enable|activate|turn on|switch on|allow) (?:your )?java ?script|(?:site|page|app\w*|documentation) (?:requires?|needs?|(?:does ?n.t|does not) work (?:properly )?without).{0,20}java ?script|java ?script (?:is|must be|needs to be|has to be) (?:disabled|required|enabled|necessary|needed|turned on)|java ?script.{0,20}(?:aktivieren|activer|activar|attivare)|(?:aktivieren|activez|active|attiva).{0,20}java ?script/i;
const WAIT =
  /^\W*(?:(?:please )?wait|loading|one moment|initiali[sz]ing|starting|bitte warten|chargement|cargando|読み込み中|加载中)(?:\W+(?:please|wait|while|until|the|your|for|a|an|page|app|application|documentation|docs|content|handbook|moment|loads?|loading|is|are|we|it))*\W*$/i;

function isShell({ signs, text, metadata, heading, blocks }: Evidence): boolean {
  // A page that sends its reader on at once has nothing to keep.
  if (text.length === 0 || (metadata.refresh !== null && text.length < NEXT_TO_NOTHING)) return true;
  if (signs.scripts === 0 && !signs.noscript) return false;
  const asks = /java ?script/i.test(signs.noscript) || NEEDS_SCRIPT.test(text) || WAIT.test(text);
  const isWritten = heading !== '' && text !== heading && !asks && blocks.length > 1;
  if (text.length < NEXT_TO_NOTHING && signs.hasEmptyMount && !isWritten) return true;
  return text.length < OWN_WORDS && (asks || text === metadata.title || text === metadata.siteName);
}

/**
 * A deep address whose page says it is the home page: hosts of scripts answer every unknown path with it. A page that
 * its own address names (`/install` and "Install") only has a wrong canonical.
 */
function isHomeEcho({ url, canonical, metadata, heading }: Subject): boolean {
  const home = canonical ?? metadata.openGraphUrl;
  const page = parseUrl(url);
  const named = home ? parseUrl(home) : null;
  if (page === null || named === null) return false;
  if (named.host !== page.host || !isHomePath(named.pathname) || named.search || isHomePath(page.pathname))
    return false;
  const slug = decodeSafely(page.pathname.split('/').findLast(Boolean) ?? '');
  const said = `${metadata.title} ${heading}`.toLowerCase();
  return !slug
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.length > 2 && !/^(?:html?|php|aspx?|docs?)$/.test(word) && said.includes(word));
}

function isHomePath(path: string): boolean {
  return /^\/(?:index\.\w+|home|default\.\w+|[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(path);
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}
