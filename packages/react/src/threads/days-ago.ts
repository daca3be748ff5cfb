const DAY_MS = 86_400_000;

/**
 * How many days of the calendar ago a time was, in the time zone of the reader. What is still to come is today.
 *
 * @example
 * const noon = new Date(2026, 1, 2, 12).getTime();
 * daysAgo(new Date(2026, 1, 1, 23, 59).getTime(), noon); //=> 1
 */
export function daysAgo(at: number, now: number): number {
  // A day of a change of the clock has 23 or 25 hours.
  return Math.max(0, Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS));
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
