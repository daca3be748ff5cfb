/** Whether the names and texts in a value have at most so many letters. It stops looking once they have more: `fitsIn(100, input, result)` */
export function fitsIn(most: number, ...values: readonly unknown[]): boolean {
  let left = most;
  const open: unknown[] = [...values];
  while (open.length > 0 && left >= 0) {
    const value = open.pop();
    left -= typeof value === 'string' ? value.length : 1;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      left -= name.length;
      if (left < 0) return false;
      open.push(member);
    }
  }
  return left >= 0;
}
