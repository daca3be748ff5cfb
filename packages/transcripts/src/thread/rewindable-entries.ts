/** Entries of a file that can take entries back: then the ledger is rewound, and entries that still count are written again. */
import type { RecordPlace } from '@toolthread/core';
import type { ThreadWriter } from './thread-writer.ts';

/** Rewinding over the whole file again and again would cost the square of its length: after so many entries written again, no more rewinds are done. */
const FREE_REPEATS = 10_000;

interface Told<E> {
  readonly entry: E;
  /** The boundary at which it began, if it began a message or a step. */
  readonly before: number | undefined;
}

export class RewindableEntries<E> {
  readonly #thread: ThreadWriter;
  readonly #tell: (entry: E) => void;
  readonly #shownAt: (entry: E) => RecordPlace | undefined;
  readonly #idOf: (entry: E) => string | undefined;
  readonly #told: Told<E>[] = [];
  #first = 0;
  #repeated = 0;
  #spent = false;

  /**
   * `shownAt`: where its record is, if that is counted as shown: it is counted again when it is told again. `idOf`: what stays the same when it is told again,
   * perhaps in other words.
   */
  constructor(
    thread: ThreadWriter,
    tell: (entry: E) => void,
    shownAt: (entry: E) => RecordPlace | undefined,
    idOf: (entry: E) => string | undefined,
  ) {
    this.#thread = thread;
    this.#tell = tell;
    this.#shownAt = shownAt;
    this.#idOf = idOf;
  }

  get length(): number {
    return this.#told.length;
  }

  /** No more rewinds are done. */
  get spent(): boolean {
    return this.#spent;
  }

  at(index: number): E | undefined {
    return this.#told[index]?.entry;
  }

  /** From `index` to the last. */
  from(index: number): readonly E[] {
    return this.#told.slice(index).map(({ entry }) => entry);
  }

  append(entry: E): void {
    const { boundaries } = this.#thread;
    const known = boundaries.length;
    this.#tell(entry);
    this.#told.push({ entry, before: boundaries[known] });
    this.#first += 1;
  }

  /** Only the first `keep` entries count from now on, and then `more`, of which `fresh` is told for the first time; false, and nothing done, if it would cost too much. */
  replace(keep: number, more: readonly E[], fresh?: E): boolean {
    if (this.#spent) return false;
    let from = keep;
    while (from > 0 && from < this.#told.length && this.#told[from]?.before === undefined) from -= 1;
    const again = [...this.#told.slice(from, keep).map(({ entry }) => entry), ...more];
    this.#spent = this.#repeated + again.length > FREE_REPEATS + this.#first;
    if (this.#spent) return false;
    this.#repeated += again.length;
    if (from < this.#told.length) this.#goBack(from, again);
    for (const entry of again) {
      this.append(entry);
      const place = entry === fresh ? undefined : this.#shownAt(entry);
      if (place !== undefined) this.#thread.ledger.accountAgain(place);
    }
    this.#first -= again.length;
    return true;
  }

  #goBack(from: number, again: readonly E[]): void {
    const gone = this.#told.splice(from);
    const to = gone.find(({ before }) => before !== undefined)?.before;
    if (to === undefined) return;
    const known = new Set(again.map((entry) => this.#idOf(entry)));
    const retold = gone.every(({ entry }) => known.has(this.#idOf(entry)) || this.#shownAt(entry) === undefined);
    this.#thread.rewind(to, retold);
  }
}
