/**
 * Reads a date as sitemaps and feeds write it: W3C datetime (`2024`, `2024-05`, `2024-05-17`, `2024-05-17T10:20Z`, … ,
 * also with a blank for the `T`), or an RFC 2822 / RFC 850 date. A time without a zone is UTC, whatever the machine's own.
 *
 * @returns ISO 8601 in UTC with milliseconds, or null for what is no such date
 */
export function readLastmod(value: string): string | null {
  const text = value.trim();
  // No date is longer; what is could only keep the patterns busy.
  if (text.length > 64) return null;
  return readW3cDate(text) ?? readMailDate(text);
}

const W3C =
  /^(?<year>\d{4})(?:-(?<month>\d{2})(?:-(?<day>\d{2})(?:[Tt ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?\s?(?<zone>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;

function readW3cDate(text: string): string | null {
  const found = W3C.exec(text)?.groups;
  if (!found) return null;
  const { year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z' } = found;
  return isoOf([year, month, day, hour, minute, second].map(Number), milliseconds(fraction), zoneMinutes(zone));
}

const MAIL =
  /^(?:[A-Za-z]{3,9},?\s+)?(?<day>\d{1,2})[ -](?<month>[A-Za-z]{3})[A-Za-z]*[ -](?<year>\d{2}|\d{4}),?\s+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:\s*(?<zone>[A-Za-z]{1,5}|[+-]\d{2}:?\d{2}))?$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function readMailDate(text: string): string | null {
  const found = MAIL.exec(text)?.groups;
  if (!found) return null;
  const { day, month = '', year = '', hour, minute, second = '0', zone = 'Z' } = found;
  const at = MONTHS.indexOf(month.toLowerCase()) + 1;
  return isoOf([fullYear(year), at, day, hour, minute, second].map(Number), 0, zoneMinutes(zone));
}

/** RFC 2822 4.3: two digits up to 49 are in this century. */
function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) < 50 ? 2000 : 1900);
}

/** Digits behind the decimal point; those past the third are dropped. */
function milliseconds(fraction: string): number {
  return Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/** Hours west of Greenwich that American zone names stand for (RFC 2822 4.3). Other names say nothing and mean UTC. */
const NAMED_ZONES: Readonly<Record<string, number>> = {
  edt: 4,
  est: 5,
  cdt: 5,
  cst: 6,
  mdt: 6,
  mst: 7,
  pdt: 7,
  pst: 8,
};

/** Minutes east of Greenwich, or null for a zone that does not exist. */
function zoneMinutes(zone: string): number | null {
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!offset) return -60 * (NAMED_ZONES[zone.toLowerCase()] ?? 0);
  const [, sign, hours, minutes = '0'] = offset;
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Puts the parts together, unless one of them is out of range (`2024-02-30`, hour 25). */
function isoOf(parts: readonly number[], ms: number, zone: number | null): string | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (zone === null || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms));
  // Years below 100 and days past the month's end come out as another date: then it was none.
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return new Date(date.getTime() - zone * 60_000).toISOString();
}
