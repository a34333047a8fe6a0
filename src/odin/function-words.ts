/** Small words that every text of a language has, in small letters, by the language's code. Those of names and code are left out. */
const LISTS: Readonly<Record<string, string>> = {
  en: `the of and to is are was were be been being for with that this these those you your it its they their them we our he she his her my me by from as on at or not but if when which who what how there has have had do does did will would can could should may must before after then than into about any each only also`,
  de: `der die das den dem des ein eine einen einem einer eines und oder ist sind war wird werden wurde sie er es wir ihr mit von vom für auf aus bei zu zum zur im nicht auch als wie wenn dass nach alle kann können muss müssen sich dein deine deinen ihre ihren über durch nur noch dann hier dieser diese dieses man haben hat du ich`,
  fr: `le la les un une des du de et ou est sont était être il elle nous vous ils elles dans pour par sur avec sans au aux ne pas que qui ce cette ces votre vos notre tous toutes tout plus peut doit se sa son ses leur leurs mais si comme ont je tu`,
  es: `el la los las un una unos unas de del y o es son fue ser se en para por con sin al no que su sus este esta estos estas todos todas cada puede debe más pero si como cuando ha han lo le les tu tus nuestro muy también hay`,
  it: `il lo la gli le un una uno di del della dei delle degli dello e o è sono era essere si in per con senza al alla ai alle non che suo sua suoi questo questa questi queste tutti tutte ogni può deve più ma se come quando ha hanno da dal dalla nel nella sul sulla tuo tua anche`,
  pt: `o a os as um uma uns umas de do da dos das e ou é são foi ser se em no na nos nas para por com sem ao à não que seu sua seus suas este esta estes estas todos todas cada pode deve mais mas como quando tem têm pelo pela também você`,
  nl: `de het een en of is zijn was wordt worden werd van voor op uit bij met zonder naar te ten ter niet ook als dan dat die dit deze alle kan kunnen moet moeten je jouw uw hun wij zij hij er om door over maar heeft hebben elke nog aan wel`,
  sv: `den det en ett och eller är var vara blir av för på med utan till från inte också som om att alla kan måste din ditt dina deras vi de ni han hon när efter men har hade varje vid eller sig`,
  da: `den det en et og eller er var være bliver af for på med uden til fra ikke også som om at alle kan skal må din dit dine deres vi de han hun når efter men har hver ved sig jeg der`,
  no: `den det en et ei og eller er var være blir av for på med uten til fra ikke også som om at alle kan skal må din ditt dine deres vi de han hun når etter men har hver ved seg jeg`,
  fi: `ja tai on ovat oli olla ei eivät se ne että joka kun jos mutta myös kaikki voi voidaan pitää sinun sen niiden tämä nämä hän he mukaan kanssa ennen jälkeen vain niin kuin sekä`,
  pl: `i oraz lub jest są był być nie się to ten ta te w we z ze na do od dla przez po przed pod jak że który która które co wszystkie każdy może musi twoje jego ich ale gdy jeśli także`,
  cs: `a nebo je jsou byl být není se to ten ta ty v ve z ze na do od pro přes po před pod jak že který která které co všechny každý může musí vaše jeho jejich ale když pokud také`,
  hu: `a az és vagy van vannak volt nem hogy ez egy minden kell lehet meg el ki be is ha de mint amely aki csak után előtt által szerint`,
  ro: `și sau este sunt era fi nu se un o al ale ai cu fără de la din în pe pentru prin care ce toate fiecare poate trebuie dar dacă când după acest această mai`,
  tr: `ve veya bir bu şu için ile olarak değil da de ne her tüm kadar sonra önce gibi daha çok ama olan olur edilir var yok mı mi`,
  id: `dan atau yang di ke dari untuk dengan tanpa pada adalah ini itu tidak juga setiap semua dapat harus akan oleh sebagai jika ketika setelah anda mereka kami`,
  vi: `và hoặc là của cho với không được các những này đó trong trên từ đến khi nếu để bạn phải có thể một mỗi sau bởi`,
  ru: `и или в во на с со из к от до для по не что это как все каждый может должен его их но если когда после вы мы он она они который`,
  uk: `і й та або в у на з із зі до від для по не що це як всі кожен може має його їх але якщо коли після ви ми він вона вони який`,
};

const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Written Norwegian has two codes of its own. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** Languages whose small words are known. */
export const LISTED: readonly string[] = [...WORDS.keys()];

/** How many words of a text are small words of a language, and no other's that is named. */
export function functionWords(text: string, language: string, not?: string): number {
  const [own, others] = [WORDS.get(SAME[language] ?? language), not === undefined ? undefined : WORDS.get(not)];
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => own?.has(word) === true && others?.has(word) !== true).length;
}
