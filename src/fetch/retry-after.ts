/**
 * Reads a `Retry-After` value (RFC 9110 section 10.2.3) as the milliseconds to wait from `now`: seconds, or a date in one
 * of the three forms of section 5.6.7; 0 for a date that has passed. Null for anything else.
 */
export function parseRetryAfter(value: string, now: Date): number | null {
  const text = value.trim();
  if (/^\d{1,10}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = parseHttpDate(text);
  return date === null ? null : Math.max(0, date - now.getTime());
}

/** Milliseconds since 1970. `Date.parse` knows the forms, but also takes a great deal that is no date for one. */
function parseHttpDate(text: string): number | null {
  const fixed = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
  const rfc850 = /^\w{6,9}, \d{2}-\w{3}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
  const asctime = /^\w{3} \w{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
  const zoned = asctime.test(text) ? `${text} GMT` : text;
  if (zoned === text && !fixed.test(text) && !rfc850.test(text)) return null;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : time;
}
