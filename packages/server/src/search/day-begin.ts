/**
 * When a day began in the time zone of this program, or that many days after it, in milliseconds since 1970.
 *
 * @example
 * Number(dayBegin('2026-11-16', 1)) - Number(dayBegin('2026-11-16')); //=> 86_400_000
 * dayBegin(undefined); //=> undefined
 */
export function dayBegin(day: string | undefined, after = 0): number | undefined {
  if (day === undefined) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).getTime();
}
