/** Reads lines of one kind of record after the other; the format says what becomes of each. */
import { fieldsOf, isJsonObject } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import type { SourceLine } from '../transcript/format-reader.ts';
import type { Fate } from './fate.ts';
import { Tally } from './tally.ts';
import { TellerReader } from './teller-reader.ts';

export interface LineTeller {
  /** What the first record says of the session. */
  begin(record: JsonFields): { readonly session?: string | undefined; readonly workspace?: string | undefined };
  /** Under which name `inspect` counts it. */
  typeOf(record: JsonFields): string;
  tell(record: JsonFields): Fate;
  end?(): void;
}

export class LineTellerReader extends TellerReader<LineTeller> {
  readonly #types = new Tally();
  #begun = false;

  record(source: SourceLine): void {
    const record = fieldsOf(source.value);
    this.thread.moveTo(timeOf(record['timestamp']));
    if (!this.#begun) this.#begin(record);
    this.#types.add(isJsonObject(source.value) ? this.teller.typeOf(record) : 'no-object');
    const { fate, rule } = this.teller.tell(record);
    this.thread.ledger.settle(source, fate, rule);
  }

  counts(): { readonly [name: string]: Json } {
    return { types: this.#types.all(), ...this.thread.calls.counts() };
  }

  #begin(record: JsonFields): void {
    this.#begun = true;
    const { session, workspace } = this.teller.begin(record);
    const { format } = this;
    this.thread.create(session === undefined ? { format } : { format, session }, workspace);
  }
}
