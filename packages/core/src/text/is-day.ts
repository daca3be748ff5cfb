const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a text is a day of the calendar, as a person types one.
 *
 * @example
 * isDay('2028-02-29'); //=> true
 * isDay('2026-02-29'); //=> false
 */
export function isDay(value: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day > 0 && day <= (DAYS[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
}
