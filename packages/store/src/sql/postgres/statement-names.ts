import { createHash } from 'node:crypto';

/** A statement that came so often is prepared once for each connection; so many are, at most, as each takes memory in the server for each connection. */
const OFTEN = 8;
const MOST_NAMES = 64;
/** Of these it is counted how often they came. */
const MOST_COUNTED = 1000;

/**
 * Names for statements that come again and again: the server then reads and plans each once. A pooler that gives every transaction
 * another connection may not know them; from the first time that it says so none has a name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  #areKnown = true;

  of(text: string): string | undefined {
    if (!this.#areKnown) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === MOST_NAMES) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (this.#counts.size < MOST_COUNTED || count > 1) this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const next = nameOf(text);
    this.#names.set(text, next);
    return next;
  }

  /** What failed may be tried again then. */
  noteFailure(code: string): void {
    if (UNKNOWN_NAME.has(code)) this.#areKnown = false;
  }
}

/** A name never means another statement: behind a pooler a connection may have been another node's before, with what that one prepared. */
function nameOf(text: string): string {
  return `toolthread_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** There is no statement of that name, or there is one already. */
export const UNKNOWN_NAME: ReadonlySet<string> = new Set(['26000', '42P05']);
