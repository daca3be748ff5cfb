/** Follows a growing session: finished items are printed once; items that can still change are drawn again below them. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { timeline } from '@toolthread/core';
import type { Item } from '@toolthread/core';
import { tailTranscript } from '@toolthread/transcripts';
import type { TranscriptTail } from '@toolthread/transcripts';
import { failure } from '../failure.ts';
import { BLANK } from '../terminal/line.ts';
import { printDrawn } from '../terminal/print-text.ts';
import { terminalOf } from '../terminal/terminal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { drawThread } from '../thread/draw-thread.ts';
import { troubleWith } from '../thread/read-thread.ts';

const EVERY_MS = 250;
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Runs until Ctrl-C. */
export async function follow(path: string, expanded: boolean): Promise<number> {
  const trouble = troubleWith(path);
  if (trouble !== undefined) return failure(trouble.what, trouble.whatToDo);
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  let file = new GrowingFile(path);
  const drawing = new Drawing(expanded);
  while (!stop.signal.aborted) {
    if (file.wasCut()) {
      file.close();
      file = new GrowingFile(path);
      drawing.restart();
    }
    if (file.read()) drawing.draw(file.tail);
    await pause(stop.signal);
  }
  drawing.leave();
  file.close();
  process.off('SIGINT', end);
  process.off('SIGTERM', end);
  return 0;
}

class GrowingFile {
  readonly tail: TranscriptTail;
  readonly #file: number;
  #at = 0;

  constructor(path: string) {
    this.tail = tailTranscript({ path });
    this.#file = openSync(path, 'r');
  }

  /** The file was written again from its beginning. */
  wasCut(): boolean {
    return fstatSync(this.#file).size < this.#at;
  }

  /** Whether there was anything. */
  read(): boolean {
    const before = this.#at;
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(1, fstatSync(this.#file).size - this.#at)));
    for (let count = this.#next(buffer); count > 0; count = this.#next(buffer)) {
      this.#at += count;
      this.tail.push(buffer.subarray(0, count));
    }
    return this.#at > before;
  }

  #next(buffer: Buffer): number {
    return readSync(this.#file, buffer, 0, buffer.length, this.#at);
  }

  close(): void {
    closeSync(this.#file);
  }
}

class Drawing {
  readonly #expanded: boolean;
  #printed: Item[] = [];
  /** Rows at the bottom that are drawn again. */
  #live = 0;

  constructor(expanded: boolean) {
    this.#expanded = expanded;
  }

  draw(tail: TranscriptTail): void {
    const terminal = terminalOf(process.stdout, process.env);
    const items = timeline(tail).items.toArray();
    let final = 0;
    while (final < items.length && isFinal(items, final)) final += 1;
    // After a rewind, what stands above no longer counts; it stays on the screen.
    if (final < this.#printed.length) this.#printed = this.#printed.slice(0, final);
    const fresh = items.slice(this.#printed.length, final);
    this.#clearLive();
    this.#print(fresh, terminal);
    this.#printed = items.slice(0, final);
    if (terminal.interactive) this.#drawLive(items.slice(final), terminal);
  }

  restart(): void {
    this.#clearLive();
    this.#printed = [];
  }

  /** Leaves what was last drawn on the screen. */
  leave(): void {
    this.#live = 0;
  }

  #print(items: readonly Item[], terminal: Terminal): void {
    const rows = this.#rows(items, terminal);
    if (rows.length === 0) return;
    void printDrawn(`${rows.join('\n')}\n\n`);
  }

  #drawLive(items: readonly Item[], terminal: Terminal): void {
    const rows = this.#rows(items, terminal).slice(1 - terminal.rows);
    if (rows.length === 0) return;
    void printDrawn(`${rows.join('\n')}\n`);
    this.#live = rows.length;
  }

  #clearLive(): void {
    if (this.#live > 0) void printDrawn(`\u001b[${this.#live}A\u001b[J`);
    this.#live = 0;
  }

  #rows(items: readonly Item[], terminal: Terminal): string[] {
    const lines = [...drawThread(items, this.#expanded)];
    return lines.every((row) => row === BLANK) ? [] : lines.flatMap((row) => wrap(row, terminal));
  }
}

/** Whether it can no longer change: something follows it, and nothing in it is open. */
function isFinal(items: readonly Item[], index: number): boolean {
  const item = items[index];
  if (item === undefined || item.kind === 'gone') return true;
  if (item.kind === 'message' || item.kind === 'compaction') return true;
  if (item.kind === 'request') return item.request.settled !== undefined;
  if (item.kind === 'answer') return item.state !== 'streaming';
  if (item.kind !== 'group') return items.slice(index + 1).some(({ kind }) => kind !== 'gone');
  const { streaming, called, waiting, running, retrying } = item.tally;
  return !item.active && streaming + called + waiting + running + retrying === 0;
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, EVERY_MS);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
