/** ISO 8601 and milliseconds since 1970, without a clock: the same on every machine. */
const DAY = 86_400_000;
/** The range of `Date`, before and after 1970. */
const LIMIT = 8_640_000_000_000_000;
const ERA_DAYS = 146_097;
/** From 0000-03-01, where the eras begin, to 1970-01-01. */
const EPOCH_DAYS = 719_468;
const PATTERN =
  /^([+-]\d{6}|\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,30}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?)?$/;

/** `isoTime(0) === '1970-01-01T00:00:00.000Z'`. Times beyond all calendars are the last one there is; no number is the first of 1970. */
export function isoTime(ms: number): string {
  const time = Number.isNaN(ms) ? 0 : Math.trunc(Math.min(Math.max(ms, -LIMIT), LIMIT));
  const days = Math.floor(time / DAY);
  const rest = time - days * DAY;
  const { year, month, day } = civilOf(days);
  const clock = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1000) % 60].map((value) => pad(Math.floor(value), 2));
  return `${yearText(year)}-${pad(month, 2)}-${pad(day, 2)}T${clock.join(':')}.${pad(rest % 1000, 3)}Z`;
}

/**
 * When it was, in milliseconds; undefined if the text names no moment. Without a zone it is UTC: a ledger must not change with the
 * reader's clock.
 *
 * @example
 * parseIsoTime('2026-01-16T10:05:00'); //=> 1768557900000
 */
export function parseIsoTime(text: unknown): number | undefined {
  const match = typeof text !== 'string' || text.length > 80 ? null : PATTERN.exec(text);
  if (match === null) return undefined;
  const [, yearPart = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = ''] = match;
  const [, , , , , , , , , sign = '+', zoneHour = '0', zoneMinute = '0'] = match;
  const year = Number(yearPart);
  if (yearPart === '-000000' || !isDate(year, Number(month), Number(day))) return undefined;
  const clock = clockMs(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (clock === undefined || Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined;
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  const time = daysOf(year, Number(month), Number(day)) * DAY + clock - zone;
  return Math.abs(time) > LIMIT ? undefined : time;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return pad(year, 4);
  return `${year < 0 ? '-' : '+'}${pad(Math.abs(year), 6)}`;
}

/** 24:00 is the end of the day. */
function clockMs(hour: number, minute: number, second: number, ms: number): number | undefined {
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + ms;
  return minute > 59 || second > 59 || time > DAY ? undefined : time;
}

function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= length;
}

/** Years begin in March, so that the leap day is the last of its year; 400 years are an era. */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_DAYS;
}

function civilOf(days: number): { year: number; month: number; day: number } {
  const shifted = days + EPOCH_DAYS;
  const era = Math.floor(shifted / ERA_DAYS);
  const dayOfEra = shifted - era * ERA_DAYS;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 };
}
