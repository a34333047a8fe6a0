/**
 * Characters that no reader sees and that could carry words past him: controls, zero-width spaces, bidirectional
 * controls, tag characters, fillers that are drawn as nothing, spare variation selectors. Some Arabic signs are of the same class and are seen.
 */
const INVISIBLE =
  /(?![\t\n\r\u0600-\u0605\u06dd\u070f\u08e2]|\u200c|\u200d)[\p{Cc}\p{Cf}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f|\u3164|\uffa0|[\u{e0100}-\u{e01ef}]/gu;
/** Joiners belong to some scripts and to emoji; beside Latin letters they are hidden. */
const LOOSE_JOINER = /(?<![\u0300-\u{10ffff}])[\u200c\u200d]|[\u200c\u200d](?![\u0300-\u{10ffff}])/gu;
/** Plain text has none of them, and this look is cheaper than the others. */
const SUSPICIOUS =
  /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u034e\u0350-\u05ff\u2010-\u2027\u2030-\u205e\u20a0-\u3163\u3165-\ud7ff\ue000-\ufaff]/;

/** Text without what cannot be seen in it. */
export function visibleText(text: string): string {
  return SUSPICIOUS.test(text) ? text.replace(INVISIBLE, '').replace(LOOSE_JOINER, '') : text;
}
