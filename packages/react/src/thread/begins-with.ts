/** Whether a list is a known one that grew. A list is not looked through: its first and its last known value say it. */
export function beginsWith(list: readonly unknown[], known: readonly unknown[]): boolean {
  const last = known.length - 1;
  return list === known || (list.length > last && list[0] === known[0] && list[last] === known[last]);
}
