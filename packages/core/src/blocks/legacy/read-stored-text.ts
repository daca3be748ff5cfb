/** A stored chat's text back into words and calls, in every form it was ever written in. Never for a live thread ([L7]). */
import { compactText } from '../../text/compact-text.ts';
import { moreLines, oneLine } from '../../timeline/lines/cut-result.ts';
import { linesIn, writtenCut } from '../../timeline/lines/stored-result-lines.ts';
import { EarlyResults } from '../early-results.ts';
import { readWords } from '../write-words.ts';
import type { BlockPart, ToolBlock } from '../parse-tool-blocks.ts';
import { toolName } from './stored-mark.ts';
import type { StoredMark } from './stored-mark.ts';
import { storedMarks } from './stored-marks.ts';
import { readTrace } from './read-trace.ts';
import type { TracedCall } from './read-trace.ts';

/** A piece of a stored text. */
export type StoredPart =
  | BlockPart
  /** A result whose call is not in the text. */
  | { readonly kind: 'orphan'; readonly name: string; readonly result: string | undefined }
  /** What is before it was said on the way, what is after it is the answer. */
  | { readonly kind: 'break' };

/**
 * A stored chat's text back into words and calls, in every form it was ever written in.
 *
 * Laws: a call and its result are one block, at the call's place, in whatever forms the two were written; they find each other by
 * id, else by name and order, whichever was written first; a result without its call is an orphan; a mark in code is text; where there is a trace, a numbered
 * mark that it does not know is text, and what it knows of a call counts more than the mark; a call that only the trace knows
 * is at the end. No character of the words is lost but for blank lines beside a mark.
 *
 * @example
 * const [block] = readStoredText('🔧 **Tool Call:** `pwd()`\n✅ **`pwd` result:**\n/app');
 * block?.kind === 'tool' && block.result; //=> '/app'
 */
export function readStoredText(text: string, trace?: unknown): StoredPart[] {
  const reading = new StoredReading(compactText(text), readTrace(trace));
  return reading.parts();
}

class StoredReading {
  readonly #text: string;
  readonly #trace: readonly (TracedCall | undefined)[] | undefined;
  readonly #parts: StoredPart[] = [];
  /** Calls that wait for a result, by name, from `next` on: places in the parts. */
  readonly #waiting = new Map<string, { readonly places: number[]; next: number }>();
  readonly #started = new Map<string, number>();
  readonly #numbers = new Set<number>();
  readonly #early = new EarlyResults();
  /** The numbers of the trace's calls, by name, from `next` on. */
  readonly #inTrace = new Map<string, { readonly places: number[]; next: number }>();

  constructor(text: string, trace: readonly (TracedCall | undefined)[] | undefined) {
    this.#text = text;
    this.#trace = trace;
    trace?.forEach((call, index) => {
      const queue = this.#inTrace.get(call?.name ?? '') ?? { places: [], next: 0 };
      queue.places.push(index + 1);
      this.#inTrace.set(call?.name ?? '', queue);
    });
  }

  parts(): StoredPart[] {
    let from = 0;
    const expected = {
      waits: (name: string) => this.#waitingPlace(name) !== undefined,
      knows: (number: number, name: string) => this.#knows(number, name),
    };
    for (const mark of storedMarks(this.#text, expected)) {
      this.#words(from, mark.start);
      this.#take(mark);
      from = mark.end;
    }
    this.#words(from, this.#text.length);
    this.#trace?.forEach((call, index) => {
      if (call !== undefined && !this.#numbers.has(index + 1)) this.#parts.push(tracedBlock(call));
    });
    return this.#parts;
  }

  #knows(number: number, name: string): boolean {
    if (this.#numbers.has(number)) return false;
    return this.#trace === undefined || this.#trace[number - 1]?.name === name;
  }

  #take(mark: StoredMark): void {
    switch (mark.kind) {
      case 'call':
        this.#call(mark);
        break;
      case 'result':
        this.#result(mark.name, mark.result);
        break;
      case 'numbered': {
        this.#numbers.add(mark.number);
        const { name, pending } = mark;
        const known = this.#trace?.[mark.number - 1];
        this.#parts.push(
          tracedBlock(known ?? { name, arguments: '', state: pending ? 'pending' : 'done', result: undefined }),
        );
        break;
      }
      case 'break':
        this.#parts.push({ kind: 'break' });
        break;
      case 'wrapper':
        break;
      default:
        mark satisfies never;
    }
  }

  #call({ id, call, state, result, isEarly }: Extract<StoredMark, { kind: 'call' }>): void {
    const started = id === undefined ? undefined : this.#started.get(id);
    const start = started === undefined ? undefined : this.#parts[started];
    if (id !== undefined && started !== undefined && state !== 'start' && start?.kind === 'tool') {
      this.#parts[started] = state === 'interrupted' ? { ...start, state } : { ...blockOf(call, state, result), id };
      this.#started.delete(id);
      return;
    }
    const written = { ...blockOf(call, state === 'start' ? 'pending' : state, result), id };
    const early = this.#early.take(written);
    const block = this.#traced(written);
    if (early !== undefined) {
      this.#parts[early.place] = { ...block, state: early.block.state, result: early.block.result };
      return;
    }
    if (isEarly === true) this.#early.note(block, this.#parts.length);
    if (id !== undefined && state === 'start') this.#started.set(id, this.#parts.length);
    if (id === undefined && written.state === 'pending') this.#wait(block.name);
    if (id === undefined && written.state !== 'pending') this.#waiting.delete(block.name);
    this.#parts.push(block);
  }

  /** What the trace knows of the call, which is the next one of its name there. */
  #traced(block: ToolBlock): ToolBlock {
    const number = this.#nextNumber(block.name);
    const known = number === undefined ? undefined : this.#trace?.[number - 1];
    if (number === undefined || known === undefined) return block;
    this.#numbers.add(number);
    const { call, arguments: shown } = known.arguments === '' ? block : tracedBlock(known);
    return {
      ...block,
      call,
      arguments: shown,
      state: block.state === 'pending' ? known.state : block.state,
      result: known.result === undefined ? block.result : markedAs(known.result, block.result ?? ''),
    };
  }

  /** The number of the next call of that name in the trace that no mark has named. */
  #nextNumber(name: string): number | undefined {
    const queue = this.#inTrace.get(name);
    while (queue !== undefined && this.#numbers.has(queue.places[queue.next] ?? -1)) queue.next += 1;
    return queue?.places[queue.next];
  }

  #wait(name: string): void {
    const queue = this.#waiting.get(name) ?? { places: [], next: 0 };
    queue.places.push(this.#parts.length);
    this.#waiting.set(name, queue);
  }

  #waitingPlace(name: string): number | undefined {
    const queue = this.#waiting.get(name);
    return queue?.places[queue.next];
  }

  #result(said: string, result: string | undefined): void {
    const last = this.#parts.at(-1);
    // Without a name it is the result of the call before it.
    const name = said === '' && last?.kind === 'tool' ? last.name : said;
    const queue = this.#waiting.get(name);
    const place = queue?.places[queue.next];
    const block = place === undefined ? undefined : this.#parts[place];
    if (queue === undefined || place === undefined || block?.kind !== 'tool') {
      if (name !== '' || result !== undefined) this.#parts.push({ kind: 'orphan', name, result });
      return;
    }
    queue.next += 1;
    // That it is completed is the state of a call, and no result.
    this.#parts[place] = {
      ...block,
      state: 'done',
      result: block.result ?? (result === 'completed' ? undefined : result),
    };
  }

  /** The blank lines beside a mark are the mark's. */
  #words(start: number, end: number): void {
    let words = this.#text.slice(start, end);
    if (start > 0) words = afterBlankLines(words);
    if (end < this.#text.length) words = words.trimEnd();
    if (words.trim() === '') return;
    this.#early.passWords();
    const last = this.#parts.at(-1);
    const read = readWords(words);
    if (last?.kind === 'text') this.#parts[this.#parts.length - 1] = { kind: 'text', text: `${last.text}\n\n${read}` };
    else this.#parts.push({ kind: 'text', text: read });
  }
}

function blockOf(call: string, state: ToolBlock['state'] | 'start', result: string | undefined): ToolBlock {
  const name = toolName(call);
  const args = call.slice(name.length + 1, call.endsWith(')') ? -1 : undefined);
  return {
    kind: 'tool',
    id: undefined,
    state: state === 'start' ? 'pending' : state,
    call,
    name,
    arguments: args,
    result,
  };
}

/** A trace cuts long results too, and does not say of how much: the text does. */
function markedAs(result: string, written: string): string {
  const cut = result.endsWith('…') ? writtenCut(written) : undefined;
  if (cut === undefined) return result;
  if (cut.lines === undefined) return result.slice(0, -1) + cut.marker;
  const more = cut.lines - linesIn(result);
  return more > 0 ? `${result}\n${moreLines(more, cut.size)}` : result;
}

function tracedBlock({ name, arguments: told, state, result }: TracedCall): ToolBlock {
  const shown = oneLine(told);
  return { kind: 'tool', id: undefined, state, call: `${name}(${shown})`, name, arguments: shown, result };
}

/** Without the rest of the line that it begins in, and without the empty lines after that. */
function afterBlankLines(text: string): string {
  const indent = text.length - text.replace(/^[ \t][ \t]*/, '').length;
  let at = indent;
  for (;;) {
    if (text[at] === '\n') at += 1;
    else if (text.startsWith('\r\n', at)) at += 2;
    else break;
  }
  return at > indent || /\S/u.test(text.charAt(at)) ? text.slice(at) : text;
}
