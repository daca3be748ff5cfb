/** A transcript that is being read: bytes in, ledger events out, the same however the bytes were cut. */
import type { Json, LedgerEvent } from '@toolthread/core';
import { detectFormat } from './detect-format.ts';
import { readerFor } from './formats.ts';
import { EventWriter } from './ledger-writer.ts';
import { LineSplitter } from './lines/line-splitter.ts';
import type { RawLine } from './lines/line-splitter.ts';
import { parseLine } from './records/parse-line.ts';
import type { Format, FormatReader, RecordReader, SourceLine } from './reader.ts';

/** Enough records to be sure of a format whose first lines are alike in several. */
const MOST_UNDECIDED = 40;

export interface TranscriptOptions {
  readonly format?: Format;
  readonly path?: string;
}

interface Fault {
  readonly line: number;
  readonly byte: number;
  readonly reason: string;
}

export class Transcript {
  readonly #writer = new EventWriter();
  readonly #lines = new LineSplitter();
  readonly #options: TranscriptOptions;
  #reader: { readonly format: FormatReader; readonly records: RecordReader } | undefined;
  /** Until the format is known. */
  #waiting: (SourceLine | Fault)[] = [];
  /** The text of a document, which is read when it is whole. */
  #document: string[] | undefined;
  #concatenated = 0;

  constructor(options: TranscriptOptions) {
    this.#options = options;
    const known = options.format === undefined ? undefined : readerFor(options.format);
    if (known?.shape === 'document') this.#document = [];
    else if (known !== undefined) this.#open(known);
  }

  get events(): readonly LedgerEvent[] {
    return this.#writer.events;
  }

  get format(): Format | undefined {
    return this.#reader?.format.format;
  }

  get title(): string | undefined {
    return this.#reader?.records.title;
  }

  get concatenatedLines(): number {
    return this.#concatenated;
  }

  counts(): { readonly [name: string]: Json } {
    return this.#reader?.records.counts() ?? {};
  }

  push(bytes: Uint8Array): void {
    for (const line of this.#lines.push(bytes)) this.#line(line);
  }

  end(): void {
    const last = this.#lines.end();
    if (last !== undefined) this.#line(last);
    if (this.#document !== undefined) this.#readDocument(this.#document.join('\n'));
    else if (this.#reader === undefined) this.#decide('now');
    this.#reader?.records.end();
  }

  #line(raw: RawLine): void {
    if (this.#document !== undefined) {
      this.#document.push(raw.text);
      return;
    }
    const { records, faults } = parseLine(raw.text);
    if (records.length > 1) this.#concatenated += 1;
    if (this.#reader === undefined && this.#waiting.length === 0 && records.length === 0 && /^\s*[[{]/.test(raw.text)) {
      // The first line opens a value that goes on: one document over many lines.
      this.#document = [raw.text];
      return;
    }
    for (const { value, column } of records) this.#take({ line: raw.line, byte: raw.byte + column, value });
    for (const { reason, column } of faults) this.#take({ line: raw.line, byte: raw.byte + column, reason });
  }

  #take(next: SourceLine | Fault): void {
    if (this.#reader === undefined) {
      this.#waiting.push(next);
      this.#decide(this.#waiting.length < MOST_UNDECIDED ? 'if sure' : 'now');
      return;
    }
    if ('reason' in next) this.#writer.malformed(next.line, next.byte, next.reason);
    else this.#reader.records.record(next);
  }

  #decide(when: 'if sure' | 'now'): void {
    const first = this.#waiting.flatMap((next) => ('reason' in next ? [] : [next.value]));
    const found = detectFormat(first, { ...this.#options, when });
    if (found === undefined) return;
    const [only] = this.#waiting;
    if (found.shape === 'document' && only !== undefined && !('reason' in only)) {
      if (when !== 'now') return;
    }
    this.#open(found);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const next of waiting) this.#take(next);
  }

  #open(format: FormatReader): void {
    this.#reader = { format, records: format.open(this.#writer) };
  }

  #readDocument(text: string): void {
    const [record] = parseLine(text).records;
    const value = record?.value;
    const known = this.#options.format === undefined ? undefined : readerFor(this.#options.format);
    const format =
      known ?? (value === undefined ? undefined : detectFormat([value], { ...this.#options, when: 'now' }));
    if (format !== undefined) this.#open(format);
    if (value === undefined) this.#writer.malformed(1, 0, 'not JSON');
    else this.#take({ line: 1, byte: 0, value });
  }
}
