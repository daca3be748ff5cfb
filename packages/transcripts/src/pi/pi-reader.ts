/** pi's session files: a tree of entries, of which the branch that ends in the last one counts. */
import { fieldsOf, isJsonObject, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import { CallCounts } from '../thread/call-counts.ts';
import { FOLDED, hidden } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import { Tally } from '../thread/tally.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import { Branch } from './branch.ts';
import { countMessage, fateOfEntry, tellEntry } from './tell-entry.ts';

export const piReader: FormatReader = {
  format: 'pi',
  shape: 'lines',
  place: '.pi/agent/sessions',
  detect({ records }) {
    if (records.some(isHeader)) return 1;
    return records.some(isEntry) ? 0.95 : 0;
  },
  open: (ledger) => new PiReader(ledger),
};

function isHeader(record: JsonFields): boolean {
  const isNamed = textOf(record['type']) === 'session' && textOf(record['id']) !== undefined;
  return isNamed && (textOf(record['cwd']) !== undefined || numberOf(record['version']) !== undefined);
}

/** A message in an envelope with no more than a time, or with its place in the tree. */
function isEntry({ type, timestamp, message, uuid }: JsonFields): boolean {
  const isMessage = type === 'message' && textOf(fieldsOf(message)['role']) !== undefined;
  return isMessage && textOf(timestamp) !== undefined && uuid === undefined;
}

class PiReader implements RecordReader {
  readonly #ledger: ImportWriter;
  readonly #thread: ThreadWriter;
  readonly #branch: Branch;
  readonly #types = new Tally();
  readonly #calls = new CallCounts();
  #version: number | null = null;
  /** Counted here: what is told again is no other result. */
  #errors = 0;

  constructor(ledger: ImportWriter) {
    this.#ledger = ledger;
    this.#thread = new ThreadWriter(ledger);
    this.#branch = new Branch(this.#thread, (entry) => tellEntry(this.#thread, entry), {
      idOf: (entry) => textOf(entry['id']),
      parentOf: (entry) => textOf(entry['parentId']),
      isShown: (entry) => fateOfEntry(entry).fate === 'shown',
    });
  }

  get title(): string | undefined {
    return this.#thread.title;
  }

  record(source: SourceLine): void {
    const entry = fieldsOf(source.value);
    const type = textOf(entry['type']) ?? (isJsonObject(source.value) ? 'none' : 'no-object');
    this.#types.add(type);
    if (countMessage(this.#calls, entry) === 'error') this.#errors += 1;
    const { fate, rule } = type === 'session' ? this.#begin(entry) : this.#take(entry);
    this.#ledger.settle(source, fate, rule);
  }

  end(): void {
    this.#thread.close();
  }

  counts(): { readonly [name: string]: Json } {
    return { types: this.#types.all(), version: this.#version, ...this.#calls.all(), errors: this.#errors };
  }

  #begin(header: JsonFields): Fate {
    const session = textOf(header['id']);
    this.#version = numberOf(header['version']) ?? 1;
    this.#thread.moveTo(timeOf(header['timestamp']));
    this.#thread.create(session === undefined ? { format: 'pi' } : { format: 'pi', session }, textOf(header['cwd']));
    return FOLDED;
  }

  #take(entry: JsonFields): Fate {
    if (this.#branch.take(entry)) return fateOfEntry(entry);
    return hidden('too-many-branches');
  }
}
