/**
 * The day of a time, in the time zone of the reader, as a person types one.
 *
 * @example
 * dayOf(new Date(2026, 1, 2, 23, 59).getTime()); //=> '2026-02-02'
 */
export function dayOf(at: number): string {
  const day = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
