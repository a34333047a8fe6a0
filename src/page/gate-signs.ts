import { holdsHeading } from './prose.ts';
import { attr, classes, has, plainText, walk, words, type ElementNode, type Visitor } from './tree.ts';

/** What the whole page shows, what was dropped from it included: the evidence of the content gate (rule 7.5). */
export interface Signs {
  /** A password is asked for together with something else: a name, an address, a code. */
  readonly hasLoginForm: boolean;
  readonly hasPassword: boolean;
  /** Characters of text in the form of the content that asks for a password; 0 without one. */
  readonly passwordForm: number;
  /** The content has a field for a name, an address or a code. */
  readonly asksName: boolean;
  /** An element that a script is to fill stands empty, or tells its reader to wait. */
  readonly hasEmptyMount: boolean;
  readonly scripts: number;
  /** What `noscript` says. */
  readonly noscript: string;
  readonly hasChallenge: boolean;
  /** A box to tick, as any form may have. */
  readonly hasWidget: boolean;
  /** A box in the content is called by what walls are called. */
  readonly hasConsent: boolean;
  /** What buttons, and links of a few words, say that stand in the content. */
  readonly labels: readonly string[];
  readonly visibleText: string;
}

const MOUNT =
  /^(?:app|root|main-app|__next|__nuxt|___gatsby|svelte|react-root|app-root|q-app|ember-app|docsify|application|mount|redoc|swagger-ui|container-root)$/;
const CHALLENGE =
  /^(?:cf-(?:challenge|browser-verification|chl-).*|challenge-(?:form|running|platform|error.*)|px-captcha|ddg-captcha|sec-if-cpt.*|datadome.*)$/;
/** Boxes to tick, which any form may have. */
const WIDGET = /^(?:cf-turnstile.*|g-recaptcha|h-captcha)$/;
/** Words that headings and sections are called too. */
const CHALLENGE_BOX = /^(?:captcha.*|anubis.*)$/;
const CONSENT =
  /^(?:.*consent.*|.*cookie-?(?:wall|banner|notice|dialog|popup|law).*|onetrust.*|gdpr.*|cmp(?:-.*|box)|sp_message.*|didomi.*|qc-cmp.*)$/;
/** Enough of the visible text to judge by. */
const MAX_VISIBLE = 4000;
const MAX_LABEL = 40;
const MAX_LABELS = 50;
/** Fields that a name, an address or a code is typed into. */
const TYPED = /^(?:text|email|tel|number|)$/i;

/** Reads them off the whole document, when what is chrome or hidden in it has been dropped. */
export function readSigns(document: ElementNode): Signs {
  const signs = {
    hasPassword: false,
    passwordForm: 0,
    hasEmptyMount: false,
    scripts: 0,
    hasChallenge: false,
    hasWidget: false,
    hasConsent: false,
  };
  const noscript: string[] = [];
  const labels: string[] = [];
  let typed = 0;
  let typedHere = 0;
  let visibleText = '';
  /** Dropped elements around the one that is met. */
  let dropped = 0;
  const visitor: Visitor = {
    enter(node) {
      const { tag } = node;
      if (tag === 'script') signs.scripts++;
      if (tag === 'noscript') noscript.push(plainText(node));
      if (tag === 'script' || tag === 'style' || tag === 'noscript' || tag === 'title') return false;
      if (tag === 'input') {
        const type = attr(node, 'type') ?? '';
        if (/^password$/i.test(type)) {
          signs.hasPassword = true;
          if (dropped === 0) signs.passwordForm = formOf(node)?.textLength ?? 0;
        } else if (TYPED.test(type)) {
          typed++;
          if (dropped === 0 && !isSearch(node)) typedHere++;
        }
      }
      if (dropped === 0 && labels.length < MAX_LABELS && isControl(node)) labels.push(labelOf(node));
      const names = [...words(node, 'id'), ...classes(node)];
      if (names.some((name) => isChallengeName(name, node))) signs.hasChallenge = true;
      if (names.some((name) => WIDGET.test(name))) signs.hasWidget = true;
      if (dropped === 0 && !node.dropped && names.some((name) => isConsentName(name, node))) signs.hasConsent = true;
      if ((tag === 'app-root' || MOUNT.test(attr(node, 'id') ?? '')) && isUnfilled(node)) signs.hasEmptyMount = true;
      if (node.dropped) dropped++;
      return true;
    },
    text({ text }) {
      if (visibleText.length < MAX_VISIBLE) visibleText += ` ${text.trim()}`;
    },
    leave(node) {
      if (node.dropped) dropped--;
    },
  };
  walk(document, visitor, { dropped: true });
  return {
    ...signs,
    hasLoginForm: signs.hasPassword && typed > 0,
    asksName: typedHere > 0,
    labels: labels.filter((label) => label !== '' && label.length <= MAX_LABEL),
    noscript: noscript.join(' '),
    visibleText: visibleText.replace(/\s+/g, ' ').trim(),
  };
}

function formOf(field: ElementNode): ElementNode | null {
  for (let up = field.parent; up; up = up.parent) if (up.tag === 'form') return up;
  return null;
}

function isSearch(field: ElementNode): boolean {
  const says = ['name', 'id', 'placeholder', 'aria-label'].map((name) => attr(field, name) ?? '');
  return says.some((word) => /^(?:q|s|query|keywords?)$|search|such/i.test(word));
}

function isControl(node: ElementNode): boolean {
  if (node.tag === 'input') return /^(?:submit|button)$/i.test(attr(node, 'type') ?? '');
  return node.tag === 'button' || node.tag === 'a' || attr(node, 'role') === 'button';
}

function labelOf(node: ElementNode): string {
  return node.tag === 'input' ? (attr(node, 'value') ?? '') : allText(node);
}

/** Text inside a control, also when it was dropped itself. */
function allText(root: ElementNode): string {
  let text = '';
  const take: Visitor = {
    enter: () => text.length <= MAX_LABEL,
    text(node) {
      text += node.text;
    },
  };
  walk(root, take, { dropped: true });
  return text.replace(/\s+/g, ' ').trim();
}

/** Boxes only: a heading or section may be about consent. */
function isConsentName(name: string, node: ElementNode): boolean {
  return CONSENT.test(name) && /^(?:div|form|dialog|aside)$/.test(node.tag) && !holdsHeading(node);
}

function isChallengeName(name: string, node: ElementNode): boolean {
  if (CHALLENGE.test(name)) return true;
  return CHALLENGE_BOX.test(name) && /^(?:div|form|iframe|input|img|span)$/.test(node.tag) && !holdsHeading(node);
}

/** Empty, or with a few words to wait. */
function isUnfilled(node: ElementNode): boolean {
  if (node.textLength === 0) return true;
  if (node.textLength > MAX_WAIT || has(node, ({ tag }) => /^(?:p|h[1-6]|a|li|table)$/.test(tag))) return false;
  return /\b(?:wait|loading|moment|initiali[sz]ing|bitte warten|chargement|cargando)\b|(?:…|\.\.\.)\s*$/i.test(
    plainText(node),
  );
}
const MAX_WAIT = 60;
