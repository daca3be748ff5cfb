/** `dayOf(1_770_000_000_000) === '2026-02-02'`, in the reader's time zone. */
export function dayOf(at: number): string {
  const day = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
