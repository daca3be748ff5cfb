/** Follows a growing session: finished items are printed once; items that can still change are drawn again below them. */
import { existsSync } from 'node:fs';
import { timeline } from '@toolthread/core';
import type { AnswerItem, GroupItem, Item } from '@toolthread/core';
import { answerText } from '@toolthread/core/lines';
import type { LinesForm } from '@toolthread/core/lines';
import type { TranscriptTail } from '@toolthread/transcripts';
import { failure } from '../failure.ts';
import { systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';
import { BLANK } from '../terminal/line.ts';
import { printDrawn, printProblem } from '../terminal/print-text.ts';
import { terminalOf } from '../terminal/terminal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { drawThread } from '../thread/draw-thread.ts';
import { markdownLines } from '../thread/markdown-lines.ts';
import { plainFileSize } from '../thread/stat-of.ts';
import { troubleWith } from '../thread/read-thread.ts';
import { GrowingFile } from './growing-file.ts';
import { ToldEntries } from './told-entries.ts';

const EVERY_MS = 250;
/** Words that may turn out to be no answer are printed after so many looks at which they stayed, where they cannot be drawn again. */
const QUIET_LOOKS = 4;

/** Runs until Ctrl-C. */
export async function follow(path: string, form: LinesForm): Promise<number> {
  const trouble = isEmpty(path) ? undefined : troubleWith(path);
  if (trouble !== undefined) return failure(trouble.what, trouble.whatToDo);
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const problem = await watch(path, new Drawing(form), stop.signal);
  process.off('SIGINT', end);
  process.off('SIGTERM', end);
  return problem === undefined ? 0 : failure(problem.what, problem.whatToDo);
}

async function watch(path: string, drawing: Drawing, signal: AbortSignal): Promise<Trouble | undefined> {
  let file: GrowingFile | undefined;
  let missing = false;
  try {
    while (!signal.aborted) {
      const fate = file?.fate() ?? (isThere(path) ? 'replaced' : 'gone');
      if (fate === 'gone' && !missing) void printProblem(`toolthread: ${path} is gone. Waiting for it; Ctrl-C ends.`);
      missing = fate === 'gone';
      if (fate === 'replaced' || fate === 'cut') {
        if (file !== undefined) {
          void printProblem(
            `toolthread: ${path} was ${fate === 'cut' ? 'written anew' : 'replaced'}. It is read from its beginning.`,
          );
          drawing.restart(file.tail);
          file.close();
        }
        file = new GrowingFile(path);
      }
      const grew = file?.read() === true;
      if (file !== undefined && grew) drawing.draw(file.tail);
      const problem = grew ? file?.trouble() : undefined;
      if (problem !== undefined) return problem;
      if (file !== undefined) drawing.tellNext(file.tail);
      await pause(signal);
    }
    if (file !== undefined) drawing.leave(file.tail);
    return undefined;
  } catch (error) {
    return systemTrouble(`${path} cannot be read`, error);
  } finally {
    file?.close();
  }
}

class Drawing {
  readonly #form: LinesForm;
  #printed: Item[] = [];
  #told = new ToldEntries();
  /** Words that were printed before their answer was final. */
  #said = '';
  /** Its words at the last look, and how often they were the same. */
  #next = { words: '', looks: 0 };
  /** Rows at the bottom that are drawn again. */
  #live = 0;

  constructor(form: LinesForm) {
    this.#form = form;
  }

  draw(tail: TranscriptTail): void {
    const terminal = terminalOf(process.stdout, process.env);
    const items = timeline(tail).items.toArray();
    const final = this.#printFinal(items, terminal);
    if (terminal.interactive) this.#drawLive(items.slice(final), terminal);
  }

  /** Where nothing can be drawn again, an answer is printed as it comes, and what may be one when it does not change. */
  tellNext(tail: TranscriptTail): void {
    const terminal = terminalOf(process.stdout, process.env);
    if (terminal.interactive) return;
    const next = timeline(tail).items.at(this.#printed.length);
    const words = next === undefined ? '' : wordsOf(next);
    this.#next = { words, looks: words === this.#next.words ? this.#next.looks + 1 : 0 };
    if (next === undefined || words === '') return;
    if (next.kind !== 'answer' && this.#next.looks < QUIET_LOOKS) return;
    if (next.kind === 'group' && next.tally.calls > 0) this.#write([this.#untoldOf(next)], terminal);
    this.#say(words, terminal);
  }

  /** What of it was not said yet. */
  #say(words: string, terminal: Terminal): void {
    const fresh = (words.startsWith(this.#said) ? words.slice(this.#said.length) : words).trim();
    this.#said = words;
    const rows = fresh === '' ? [] : markdownLines(fresh).flatMap((row) => wrap(row, terminal));
    if (rows.length > 0) void printDrawn(`${rows.join('\n')}\n\n`);
  }

  /** Prints what is left of the old file; what follows is another. */
  restart(tail: TranscriptTail): void {
    this.leave(tail);
    this.#printed = [];
    this.#told = new ToldEntries();
    this.#said = '';
  }

  /** What was last drawn stays on the screen; where nothing could be drawn again, what is open is printed now. */
  leave(tail: TranscriptTail): void {
    const terminal = terminalOf(process.stdout, process.env);
    if (!terminal.interactive) {
      // As `open` draws it: words of which it was not sure are the answer.
      tail.end();
      this.#print(timeline(tail).items.toArray().slice(this.#printed.length), terminal);
    }
    this.#live = 0;
  }

  /** How many are printed. */
  #printFinal(items: readonly Item[], terminal: Terminal): number {
    let final = 0;
    while (final < items.length && isFinal(items, final)) final += 1;
    this.#clearLive();
    // After a rewind, what stands above no longer counts; it stays on the screen.
    const known = Math.min(final, sameItems(this.#printed, items));
    this.#print(items.slice(known, final), terminal);
    this.#printed = items.slice(0, final);
    return final;
  }

  #print(items: readonly Item[], terminal: Terminal): void {
    this.#write(
      items.map((item) => this.#unsaid(item)),
      terminal,
    );
  }

  #write(items: readonly Item[], terminal: Terminal): void {
    const rows = this.#rows(items, terminal);
    if (rows.length > 0) void printDrawn(`${rows.join('\n')}\n\n`);
  }

  /** What was not printed of it before it was final. */
  #unsaid(item: Item): Item {
    if (item.kind === 'group') return this.#untoldOf(item);
    const said = this.#said;
    if (item.kind === 'message' || item.kind === 'answer') this.#said = '';
    return item.kind === 'answer' && said !== '' && wordsOf(item).startsWith(said) ? afterWords(item, said) : item;
  }

  #untoldOf(group: GroupItem): Item {
    if (this.#said !== '' && this.#told.tell(group, this.#said)) this.#said = '';
    const untold = this.#told.take(group);
    // Collapsed, a group is its calls: what else is new in it is not shown.
    const isHidden = this.#form === 'collapsed' && group.tally.calls > 0 && untold.tally.calls === 0;
    return isHidden ? { kind: 'gone', key: group.key, at: group.at } : untold;
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
    const lines = [...drawThread(items, this.#form)];
    return lines.every((row) => row === BLANK) ? [] : lines.flatMap((row) => wrap(row, terminal));
  }
}

/** How many of the printed items still stand where they stood. What a rewind put in the place of another is new. */
function sameItems(printed: readonly Item[], items: readonly Item[]): number {
  const changed = printed.findIndex((item, index) => !isSame(item, items[index]));
  return changed === -1 ? printed.length : changed;
}

/** A group may go on after it was printed, and what has moved elsewhere has left its place. */
function isSame(before: Item, now: Item | undefined): boolean {
  if (now === undefined || before === now || before.kind === 'gone' || now.kind === 'gone') return now !== undefined;
  if (before.kind !== now.kind || before.at !== now.at) return false;
  if (before.kind === 'message' && now.kind === 'message') return before.parts === now.parts;
  return before.kind !== 'answer' || wordsOf(before) === wordsOf(now);
}

/** An answer, or words of which it is not sure yet whether they are one: none, while a call runs. */
function wordsOf(item: Item): string {
  if (item.kind === 'answer') return answerText(item).trim();
  return item.kind === 'group' && !hasOpenCalls(item) ? item.live.trim() : '';
}

/** The answer without the words that it begins with: what is left of it, and the line below it. */
function afterWords(answer: AnswerItem, said: string): AnswerItem {
  const text = wordsOf(answer).slice(said.length).trim();
  let { segments } = answer;
  for (let at = 0; at < segments.length; at += 1)
    segments = segments.set(at, { kind: 'text', text: at === 0 ? text : '' });
  return { ...answer, segments };
}

function hasOpenCalls({ tally }: GroupItem): boolean {
  const { streaming, called, waiting, running, retrying } = tally;
  return streaming + called + waiting + running + retrying > 0;
}

/** Whether it can no longer change: something follows it, and nothing in it is open. */
function isFinal(items: readonly Item[], index: number): boolean {
  const item = items[index];
  if (item === undefined || item.kind === 'gone') return true;
  if (item.kind === 'message' || item.kind === 'compaction') return true;
  if (item.kind === 'request') return item.request.settled !== undefined;
  if (item.kind === 'answer') return item.state !== 'streaming';
  if (item.kind !== 'group') return items.slice(index + 1).some(({ kind }) => kind !== 'gone');
  return !item.active && !hasOpenCalls(item);
}

function isThere(path: string): boolean {
  return existsSync(path);
}

/** A new session may have nothing in it yet. */
function isEmpty(path: string): boolean {
  return plainFileSize(path) === 0;
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
