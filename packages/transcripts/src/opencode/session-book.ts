/** What the reader knows while it walks through a session and its child sessions. */
import { fieldsOf, isJsonObject, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import type { Fate } from '../thread/fate.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import { Tally } from '../thread/tally.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import { tornIn } from './torn-record.ts';

const DEEPEST = 32;

export class SessionBook {
  readonly thread: ThreadWriter;
  readonly #ledger: ImportWriter;
  readonly #children = new Map<string, JsonFields>();
  readonly #parts = new Tally();
  readonly #states = new Tally();
  #records = 0;
  #depth = 0;
  #messages = 0;

  constructor(ledger: ImportWriter) {
    this.#ledger = ledger;
    this.thread = new ThreadWriter(ledger);
  }

  /** Child sessions by their id, to be under the call that started them. */
  addChildren(document: JsonFields): void {
    for (const child of listOf(document['children']).filter(isJsonObject)) {
      const id = textOf(fieldsOf(child['info'])['id']);
      if (id !== undefined) this.#children.set(id, child);
    }
  }

  /** Each child is shown once, wherever it is named first; one that is nested too deep is by itself, at the end. */
  readChild(id: string, read: (child: JsonFields) => void): void {
    const child = this.#children.get(id);
    if (child === undefined || this.#depth === DEEPEST) return;
    this.#children.delete(id);
    this.#depth += 1;
    read(child);
    this.#depth -= 1;
  }

  /** A child that no call has named. */
  nextChild(): string | undefined {
    return this.#children.keys().next().value;
  }

  account(value: Json, { fate, rule }: Fate): void {
    this.#records += 1;
    this.#ledger.settlePart({ line: this.#records, byte: 0, value }, fate, rule);
  }

  /** True of a record that its store could not read: its words are kept where those of a malformed line are. */
  damage(record: JsonFields): boolean {
    const torn = tornIn(record);
    if (torn === undefined) return false;
    this.#records += 1;
    this.#ledger.damage({ line: this.#records, byte: 0 }, torn.reason, torn.text);
    return true;
  }

  countMessage(): void {
    this.#messages += 1;
  }

  countPart(part: JsonFields): void {
    const type = textOf(part['type']) ?? 'none';
    this.#parts.add(type);
    if (type === 'tool') this.#states.add(textOf(fieldsOf(part['state'])['status']) ?? 'none');
  }

  counts(): { readonly [name: string]: Json } {
    return {
      messages: this.#messages,
      parts: this.#parts.all(),
      toolStates: this.#states.all(),
      ...this.thread.calls.counts(),
    };
  }
}
