/** A transcript that is being read: bytes in, ledger events out, the same however the bytes were cut. */
import type { LedgerEvent } from '@toolthread/core';
import { isJsonObject } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { chooseReader } from './choose-reader.ts';
import { readerFor } from './format-readers.ts';
import { ImportWriter } from '../thread/import-writer.ts';
import type { KeptRecords } from '../thread/import-writer.ts';
import { bytesIn } from '../records/bytes-in.ts';
import { LineBefore } from '../records/line-before.ts';
import { LineSplitter, MOST_LINE_BYTES } from '../records/line-splitter.ts';
import type { RawLine } from '../records/line-splitter.ts';
import { parseDocument } from '../records/parse-document.ts';
import { parseJson } from '../records/parse-json.ts';
import { parseLine, ZEROS } from '../records/parse-line.ts';
import type { ParsedLine } from '../records/parse-line.ts';
import { RecordBeginnings } from '../records/record-beginnings.ts';
import { Repetitions } from '../records/repetitions.ts';
import type { WrittenRecord } from '../records/repetitions.ts';
import type { Format, FormatReader, RecordReader, SessionOutputs, SourceLine } from './format-reader.ts';
import { UnknownRecords } from './unknown-records.ts';

/** Enough records to be sure of a format whose first lines are alike in several. */
const MOST_UNDECIDED = 40;
/** A torn first line looks like the beginning of a document; the next lines show what it is. */
const LINES_IN_DOUBT = 8;

/** What is known of a transcript. Without `format` it is found out from the first records and the path. */
export interface TranscriptOptions {
  readonly format?: Format;
  readonly path?: string;
  /** `all`: `keptRecord` gives every record, and lines that cannot be read are kept as text, in `raw` of their `source.record`; else only records of an unknown kind are, as text. */
  readonly keep?: KeptRecords;
  /** The session may go on: its thread is not closed, and no open call is `lost`. */
  readonly goesOn?: boolean;
  /** A longer line is left out, and counted as malformed. 96 MB. */
  readonly mostLineBytes?: number;
  /** So is a longer document over many lines. 256 MB. */
  readonly mostDocumentBytes?: number;
}

const MOST_DOCUMENT_BYTES = 256 * 1024 * 1024;
/** What a line of a document costs beside its text. */
const LINE_BYTES = 64;
const TOO_LONG = 'too long';
const NOT_UTF_8 = 'not UTF-8';
/** [L4] Of a record that is read with the last value of the key: what the others were is in its text only. */
const REPEATED_KEY = 'a key that occurs twice';

interface Fault {
  readonly line: number;
  readonly byte: number;
  readonly file?: string;
  readonly reason: string;
  /** What is there. */
  readonly text: string;
}

type ReadRecord = SourceLine & WrittenRecord;

export class Transcript {
  readonly #writer: ImportWriter;
  readonly #outputs: SessionOutputs | undefined;
  readonly #mostLineBytes: number;
  readonly #mostDocumentBytes: number;
  #splitter: LineSplitter;
  readonly #path: string | undefined;
  readonly #goesOn: boolean;
  readonly #known: FormatReader | undefined;
  #format: FormatReader | undefined;
  #records: RecordReader | undefined;
  #repetitions: Repetitions<ReadRecord> | undefined;
  /** The line before. */
  readonly #before = new LineBefore();
  /** Until the format is known. */
  #waiting: (ReadRecord | Fault)[] = [];
  /** The lines of a document, which is read when it is whole. */
  #document: RawLine[] | typeof TOO_LONG | undefined;
  #documentBytes = 0;
  #concatenated = 0;
  readonly #beginnings = new RecordBeginnings();
  #session: string | undefined;
  /** The name of the file that is read, unless it is the session's own. */
  #file: string | undefined;

  constructor(options: TranscriptOptions, outputs?: SessionOutputs) {
    this.#path = options.path;
    this.#goesOn = options.goesOn ?? false;
    this.#mostLineBytes = options.mostLineBytes ?? MOST_LINE_BYTES;
    this.#mostDocumentBytes = options.mostDocumentBytes ?? MOST_DOCUMENT_BYTES;
    this.#splitter = new LineSplitter(this.#mostLineBytes);
    this.#writer = new ImportWriter(options.keep);
    this.#outputs = outputs;
    this.#known = options.format === undefined ? undefined : readerFor(options.format);
    if (this.#known?.shape === 'document') this.#document = [];
    if (this.#known?.shape === 'lines') this.#open(this.#known);
  }

  get events(): readonly LedgerEvent[] {
    return this.#writer.events;
  }

  get format(): Format | undefined {
    return this.#format?.format;
  }

  get title(): string | undefined {
    return this.#records?.title;
  }

  /** The session's own id, where the file has told it. */
  get session(): string | undefined {
    return this.#session ?? sessionIn(this.#writer.events);
  }

  /** The events since the last time, which are kept no longer. */
  take(): readonly LedgerEvent[] {
    this.#session ??= sessionIn(this.#writer.events);
    return this.#writer.take();
  }

  get concatenatedLines(): number {
    return this.#concatenated;
  }

  counts(): { readonly [name: string]: Json } {
    return this.#records?.counts() ?? {};
  }

  push(bytes: Uint8Array): void {
    // The lines of a document are joined again: where it is damaged, each counts.
    if (this.#document !== TOO_LONG) this.#splitter.push(bytes, this.#line, () => this.#document === undefined);
  }

  /** What comes next is the file of an agent that the session started: its lines are counted again. */
  nextFile(agent: string, file?: string): void {
    this.#endFile();
    this.#file = file;
    this.#splitter = new LineSplitter(this.#mostLineBytes);
    this.#repetitions = this.#newRepetitions();
    this.#before.set('');
    this.#records?.nextFile?.(agent, this.#goesOn);
  }

  /** The rest of the file is not read: why. */
  leaveOut(reason: string): void {
    this.#endFile();
    this.#writer.damage(this.#splitter.place, reason, '');
  }

  /** Agents that the file read last, or a file before it, says were started, each with its call. */
  get agents(): ReadonlyMap<string, string> {
    this.#endFile();
    return this.#records?.agents ?? new Map();
  }

  /** Whether a file that was read so far has the call. */
  hasCall(id: string): boolean {
    return this.#records?.hasCall?.(id) ?? false;
  }

  /** A child run and the call that started it, as a file beside the transcript says. */
  linkChild(child: string, call: string): void {
    this.#records?.linkChild?.(child, call);
  }

  end(): void {
    this.#endFile();
    if (Array.isArray(this.#document)) this.#readDocument(this.#document);
    if (this.#records === undefined) this.#decide('now');
    this.#repetitions?.end();
    if (this.#goesOn) this.#records?.release?.();
    else this.#records?.end();
  }

  #endFile(): void {
    const last = this.#splitter.end();
    if (last !== undefined) this.#line(last);
    this.#repetitions?.end();
  }

  /** `bytes` may change after the call. */
  readonly #line = (raw: RawLine, bytes?: Uint8Array): void => {
    if (raw.size !== undefined) return this.#takeLong(raw, raw.size - bytesIn(raw.text));
    if (this.#document === TOO_LONG) return undefined;
    if (this.#document !== undefined) return this.#keep(this.#document, raw);
    if (raw.text === '') return undefined;
    const opens = this.#records === undefined && this.#waiting.length === 0 && /^\s*[[{]/.test(raw.text);
    const parsed = parseLine(raw.text, this.#beginnings);
    // The first line opens a value and does not close it: the file is one document over many lines.
    if (opens && parsed.records.length === 0) this.#document = [raw];
    else this.#takeAll(raw, parsed, bytes);
  };

  /** [L4] The line is read, and what its bytes were nobody knows any more. */
  #noteReplaced({ line, byte, replaced }: RawLine): void {
    if (replaced !== undefined)
      this.#take({
        line,
        byte,
        reason: NOT_UTF_8,
        text: `${replaced} times \ufffd stands for bytes that are no UTF-8`,
      });
  }

  #takeLong({ line, byte, text }: RawLine, bytes: number): void {
    this.#take({ line, byte, reason: TOO_LONG, text: `${text}… (${bytes} more bytes)` });
  }

  #keep(document: RawLine[], raw: RawLine): void {
    document.push(raw);
    this.#documentBytes += raw.text.length + LINE_BYTES;
    if (this.#documentBytes > this.#mostDocumentBytes) {
      this.#document = TOO_LONG;
      const [{ line, byte, text } = raw] = document;
      return this.#take({ line, byte, reason: TOO_LONG, text: `${text}…` });
    }
    if (this.#known?.shape === 'document' || document.length > LINES_IN_DOUBT) return;
    if (followsOther(document)) this.#readLines(document);
  }

  #readLines(lines: readonly RawLine[]): void {
    this.#document = undefined;
    for (const line of lines) this.#takeAll(line, parseLine(line.text, this.#beginnings));
  }

  #takeAll(raw: RawLine, parsed: ParsedLine, bytes?: Uint8Array): void {
    this.#takeParsed(raw, parsed, bytes);
    this.#noteReplaced(raw);
  }

  #takeParsed(raw: RawLine, { records, faults }: ParsedLine, bytes?: Uint8Array): void {
    if (records.length > 1) this.#concatenated += 1;
    if (faults.length === 0) for (const { value } of records) this.#beginnings.note(value);
    const again = this.#before.is(raw.text);
    if (records.length + faults.length > 0) this.#before.set(raw.text);
    const [first, second] = records;
    // Nearly every line is one record, and nothing else.
    if (first?.column === 0 && second === undefined && faults.length === 0) {
      const repeated = first.repeats ? raw.text.trim() : undefined;
      const record = { line: raw.line, byte: raw.byte, value: first.value, text: raw.text.trim(), again };
      // Bytes that are no UTF-8 are other bytes than those of their text.
      const areOfText = record.text.length === raw.text.length && raw.replaced === undefined;
      raw.text = '';
      this.#take(record, areOfText ? bytes : undefined);
      if (repeated !== undefined) this.#take({ line: raw.line, byte: raw.byte, reason: REPEATED_KEY, text: repeated });
      return;
    }
    const places = placesOn(raw, [...records, ...faults]);
    for (const { value, column, repeats } of records) {
      const { byte = 0, text = '' } = places.get(column) ?? {};
      this.#take({ line: raw.line, byte, value, text: text.trim(), again });
      if (repeats) this.#take({ line: raw.line, byte, reason: REPEATED_KEY, text });
    }
    for (const { reason, column } of faults) {
      const { byte = 0, text = '' } = places.get(column) ?? {};
      this.#take({ line: raw.line, byte, reason, text: reason === ZEROS ? '' : text });
    }
  }

  #take(read: ReadRecord | Fault, bytes?: Uint8Array): void {
    const next = this.#file === undefined ? read : { ...read, file: this.#file };
    if (this.#records === undefined) {
      this.#waiting.push(next);
      this.#decide(this.#waiting.length < MOST_UNDECIDED ? 'if sure' : 'now');
      return;
    }
    if ('reason' in next) this.#writer.damage(next, next.reason, next.text);
    else this.#repetitions?.push(next, bytes);
  }

  #newRepetitions(): Repetitions<ReadRecord> {
    return new Repetitions(this.#format ?? {}, (record, told) => {
      this.#writer.reads(record);
      record.text = '';
      if (told === 'new') this.#records?.record(record);
      else this.#writer.settlePart(record, 'hidden', 'repeated-record');
    });
  }

  #decide(when: 'if sure' | 'now'): void {
    const records = this.#waiting.flatMap((next) => ('reason' in next ? [] : [next]));
    const first = [...new Map(records.map(({ text, value }) => [text, value])).values()];
    const found = this.#known ?? chooseReader(first, this.#path, when);
    // One record so far: it may be a whole document, or the first line of something else.
    if (when === 'if sure' && (found === undefined || found.shape === 'document')) return;
    this.#open(found);
  }

  #open(format: FormatReader | undefined): void {
    this.#format = format;
    this.#records = format?.open(this.#writer, this.#outputs) ?? new UnknownRecords(this.#writer);
    this.#repetitions = this.#newRepetitions();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const next of waiting) this.#take(next);
  }

  #readDocument(lines: readonly RawLine[]): void {
    const document = lines.map(({ text }) => text).join('\n');
    const { value, repeats, fault } = parseDocument(document);
    const format = this.#known ?? (value === undefined ? undefined : chooseReader([value], this.#path, 'now'));
    if (fault !== undefined && (format === undefined || areRecords(lines))) return this.#readLines(lines);
    this.#open(format);
    if (value !== undefined) this.#take({ line: 1, byte: 0, value, text: '', again: false });
    if (fault !== undefined) this.#take(fault);
    if (repeats) this.#take({ line: 1, byte: 0, reason: REPEATED_KEY, text: document });
    for (const line of lines) this.#noteReplaced(line);
  }
}

/** Whether the last line is a record that cannot be a part of a document: no value is beside another without a comma. */
function followsOther(lines: readonly RawLine[]): boolean {
  const [before, last] = lines.filter(({ text }) => text.trim() !== '').slice(-2);
  return last !== undefined && isWhole(last) && !/[[,:]\s*$/.test(before?.text ?? '');
}

/** Whether all lines but the first are whole. */
function areRecords([, ...others]: readonly RawLine[]): boolean {
  const filled = others.filter(({ text }) => text.trim() !== '');
  return filled.length > 0 && filled.every(isWhole);
}

function isWhole({ text }: RawLine): boolean {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value);
}

/** Not always the first event: broken lines may be before. */
function sessionIn(events: readonly LedgerEvent[]): string | undefined {
  return events.find((event) => event.type === 'thread.created')?.source?.session;
}

/** Where each part of a line begins in the file, and its text up to the next one. One pass, however many there are. */
function placesOn(
  { text, byte }: RawLine,
  parts: readonly { readonly column: number }[],
): ReadonlyMap<number, { readonly byte: number; readonly text: string }> {
  const columns = parts.map(({ column }) => column).sort((a, b) => a - b);
  let at = byte + bytesIn(text.slice(0, columns[0] ?? 0));
  return new Map(
    columns.map((column, index) => {
      const own = { byte: at, text: text.slice(column, columns[index + 1]) };
      if (index + 1 < columns.length) at += bytesIn(own.text);
      return [column, own] as const;
    }),
  );
}
