import { plainText, REDACTED } from '@toolthread/core/text';
import { setImmediate } from 'node:timers/promises';
import { changesReading, Reading } from './as-read.ts';
import { ContinuedLines } from './continued-lines.ts';
import { DumpLines } from './dump-lines.ts';
import { Lane } from './lane.ts';
import { LaidOver } from './laid-over.ts';
import type { Span } from './gap-matcher.ts';
import type { SecretForms } from './secrets/secret-forms.ts';
import { WRITES_OVER } from './writes-over.ts';

const NEWLINE = 10;

/** So many letters may be the beginning of a secret that goes on over a wrong letter. With fewer, whole lines would wait for their end too often. */
const BEGINNING = 4;

/** So much of what was shown is read again where a letter is written over: the first letters of a secret may be before it. */
const SHOWN_BEFORE = 8;

/** The most text that is held back: what it waits for may never come, such as the end of a control string. */
const MOST_HELD = 64 * 1024;

/** This many characters take some milliseconds, a dump of bytes twenty. */
export const PIECE: number = 64 * 1024;

/**
 * Marks secrets in a text that comes in pieces, the same as the whole would give: only what may be the beginning of a secret waits
 * for what follows it. The text is read several times where that makes a difference: as it is written, as it will be read, and without what a
 * program has put before each line.
 *
 * @example
 * import { Redactor } from '@toolthread/agent/redact';
 * const stream = new Redactor(['hunter2-hunter2']).stream();
 * const shown = ['It is hunter2', '-hunter2.'].map((piece) => stream.push(piece)).join('') + stream.end();
 * shown.includes('hunter2'); //=> false
 */
export class RedactedStream {
  readonly #forms: SecretForms;
  readonly #written: Lane;
  readonly #continued: ContinuedLines;
  readonly #dumps: DumpLines;
  readonly #laidOver: LaidOver;
  #asRead: Lane | undefined;
  /** Undefined while the text is read as it is written. */
  #reading: Reading | undefined;
  #laidFrom = Infinity;
  readonly #isWrittenOver: boolean;
  /** Where in this line something began as a secret does and went on otherwise; `Infinity` if nothing did. */
  #brokenFrom = Infinity;
  readonly #found: Span[] = [];
  #held = '';
  /** The end of what was before it. */
  #before = '';
  /** Where in the whole text the held part begins, and where its end is. */
  #base = 0;
  #end = 0;

  /** There was a secret in it. */
  hasFound = false;

  readonly #keep = (span: Span): void => {
    this.hasFound = true;
    this.#found.push(span);
  };
  readonly #toLane = (code: number, start: number, end: number): void => {
    if (this.#asRead !== undefined) this.#takeInto(this.#asRead, code, start, end);
  };

  /** Where letters may be laid over each other: the line up to there is read once more. */
  readonly #lay = (_: number, start: number): void => {
    this.#laidFrom = Math.min(this.#laidFrom, this.#asRead?.from ?? Infinity, start);
  };

  /** `isWrittenOver`: a terminal shows it, in which a letter may be corrected by a later one. */
  constructor(forms: SecretForms, isWrittenOver = false) {
    this.#forms = forms;
    this.#isWrittenOver = isWrittenOver;
    this.#written = new Lane(forms, this.#keep);
    this.#continued = new ContinuedLines(forms, this.#keep);
    this.#dumps = new DumpLines(forms, this.#keep);
    this.#laidOver = new LaidOver(forms, this.#keep);
  }

  /** Everything so far can be shown: what follows does not depend on it. */
  get holdsNothing(): boolean {
    return this.#held === '';
  }

  /** What can be shown by now. */
  push(text: string): string {
    if (this.#forms.isEmpty) return text;
    this.#held += text;
    for (let at = 0; at < text.length; at += 1) this.#take(text.charCodeAt(at));
    if (this.#end - this.#unfinished > MOST_HELD) {
      this.#reading = undefined;
      this.#continued.reset();
      this.#dumps.reset();
      this.#laidOver.reset();
      this.#endLine(this.#end);
    }
    return this.#release(Math.min(this.#unfinished, this.#end));
  }

  /** The same for a long text, in pieces, so that it does not block the event loop. */
  async pushLong(text: string): Promise<string> {
    if (text.length <= PIECE) return this.push(text);
    let shown = '';
    for (let at = 0; at < text.length; at += PIECE) {
      shown += this.push(text.slice(at, at + PIECE));
      await setImmediate();
    }
    return shown;
  }

  /** The rest. What comes next is another text. */
  end(): string {
    this.#reading?.end(this.#toLane);
    this.#written.end(this.#end);
    this.#continued.end(this.#end);
    this.#dumps.end();
    if (this.#reading !== undefined) this.#asRead?.end(this.#end);
    this.#layOver();
    this.#laidOver.end(this.#end);
    this.#endLine(this.#end);
    const rest = this.#release(this.#end);
    this.#reading = undefined;
    this.#written.reset();
    this.#before = '';
    return rest;
  }

  #take(code: number): void {
    const at = this.#end;
    const from = this.#isWrittenOver ? this.#written.plainFrom : Infinity;
    this.#end += 1;
    if (code === NEWLINE) this.#endLine(at);
    if (this.#reading === undefined && changesReading(code)) {
      this.#asRead ??= new Lane(this.#forms, this.#keep);
      this.#asRead.goOnFrom(this.#written);
      this.#reading = new Reading(this.#lay);
    }
    this.#dumps.take(code, at);
    if (this.#reading === undefined) this.#takeInto(this.#written, code, at, at + 1);
    else this.#written.take(code, at, at + 1);
    if (at - from >= BEGINNING && this.#written.plainFrom > from) this.#brokenFrom = Math.min(this.#brokenFrom, from);
    if (this.#reading === undefined) return;
    if (this.#laidOver.isOn) this.#laidOver.take(code, at);
    this.#reading.read(code, at, this.#toLane);
    this.#layOver();
    if (code !== NEWLINE || !this.#laidOver.isIdle) return;
    this.#laidOver.reset();
    if (this.#reading.isIdle && this.#asRead?.from === Infinity) this.#reading = undefined;
  }

  #layOver(): void {
    // What was shown, as the end of a secret is, is not read again.
    const from = Math.max(this.#laidFrom, this.#base);
    if (from !== Infinity && !this.#laidOver.isOn) {
      const known = this.#base - this.#before.length;
      // A whole text is read once more as a terminal shows it last, and marked from its first letter on.
      const start = this.#isWrittenOver ? Math.max(from - SHOWN_BEFORE, known) : from;
      const text = (this.#before + this.#held).slice(start - known, this.#end - known);
      this.#laidOver.begin(text, start, from);
    }
    this.#laidFrom = Infinity;
  }

  /** Lines go on as they are read. */
  #takeInto(lane: Lane, code: number, start: number, end: number): void {
    lane.take(code, start, end);
    this.#continued.take(code, start, end, lane);
  }

  /** What began as a secret may have become one: all from there on is marked if the line has one as a terminal shows it last. */
  #endLine(end: number): void {
    const start = this.#brokenFrom;
    this.#brokenFrom = Infinity;
    const line = start === Infinity ? '' : this.#held.slice(start - this.#base, end - this.#base);
    if (!WRITES_OVER.test(line)) return;
    const shown = new RedactedStream(this.#forms);
    shown.push(plainText(line));
    shown.end();
    if (shown.hasFound) this.#keep({ start, end });
  }

  get #unfinished(): number {
    const written = Math.min(this.#written.from, this.#continued.from, this.#dumps.from, this.#brokenFrom);
    if (this.#reading === undefined) return written;
    return Math.min(written, this.#asRead?.from ?? Infinity, this.#reading.from, this.#laidOver.from);
  }

  /** Secrets that overlap have one mark. */
  #release(to: number): string {
    let text = '';
    let at = this.#base;
    this.#found.sort((a, b) => a.start - b.start);
    for (const { start, end } of this.#found) {
      if (start >= to) break;
      if (start >= at) text += this.#held.slice(at - this.#base, start - this.#base) + REDACTED;
      at = Math.max(at, end);
    }
    const upTo = Math.max(at, to);
    text += this.#held.slice(at - this.#base, upTo - this.#base);
    this.#found.splice(0, this.#found.findLastIndex(({ start }) => start < to) + 1);
    const shown = upTo - this.#base;
    this.#before = (this.#before + this.#held.slice(0, shown).slice(-SHOWN_BEFORE)).slice(-SHOWN_BEFORE);
    this.#held = this.#held.slice(shown);
    this.#base = upTo;
    return text;
  }
}
