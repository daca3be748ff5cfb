/**
 * A queue for each key: first in, first out.
 *
 * `const unanswered = new KeyedQueue<Call>()`
 */
export class KeyedQueue<T> {
  readonly #lines = new Map<string, { readonly items: T[]; next: number }>();

  add(key: string, item: T): void {
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, { items: [item], next: 0 });
    else line.items.push(item);
  }

  take(key: string): T | undefined {
    const line = this.#lines.get(key);
    if (line === undefined || line.next === line.items.length) return undefined;
    line.next += 1;
    return line.items[line.next - 1];
  }
}
