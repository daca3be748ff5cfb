/** SQLite's drivers bind plain `?` only: each `$n` becomes one, and its value is given as often as it is named. */
export interface Positional {
  readonly sql: string;
  /** For each `?`, the index of its value. */
  readonly order: readonly number[];
}

/** `positional('a = $2 or b = $1')` gives `a = ? or b = ?` and `[1, 0]`. Our SQL has no `$` in its literals. */
export function positional(text: string): Positional {
  const order: number[] = [];
  const sql = text.replaceAll(/\$(\d\d*)/g, (_, n: string) => {
    order.push(Number(n) - 1);
    return '?';
  });
  return { sql, order };
}
