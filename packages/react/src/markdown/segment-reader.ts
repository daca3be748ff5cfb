import { drawCost } from '../text/draw-cost.ts';
import { closesFence } from './fenced-code.ts';
import type { Fence } from './fenced-code.ts';
import { isDelimiterRow, WorkCounter } from './parse-work.ts';

/**
 * Cuts Markdown into segments that can be parsed one by one.
 *
 * Contract: the cuts are a function of the text alone, never of how it arrived; text that follows never moves a cut before
 * the last line; a line is looked at once. So an answer that streams costs time in proportion to its length ([L5]),
 * and reloaded it looks as it did.
 */
export interface Segment {
  /** `rest` is all that follows once the text has cost as much as it may: it is not read at all. */
  readonly kind: 'markdown' | 'code' | 'rest';
  readonly start: number;
  readonly text: string;
  /** Parsed before the text: a long table that was cut has its head in every piece. */
  readonly head: string;
  /** Nothing more will come to it. */
  readonly closed: boolean;
}

/** A list is cut between two items from here on. */
const LIST_LIMIT = 4_096;
/** Nothing that is parsed gets longer than this by more than a line. */
const SEGMENT_LIMIT = 8_192;
/** A longer list or table is cut too, in lines. */
const LINE_LIMIT = 250;
/** Segments on a page, of which only the last changes; and elements, from which on it is full. */
export const PAGE = 32;
const PAGE_ELEMENTS = 400;
/** Elements that a text may become, as counted before it is parsed; what would become more is its rest. */
export const MOST_ELEMENTS = 10_000;
/** The same for the work of its parser. */
export const MOST_TEXT_WORK = 1_200_000;
const CODE_BLOCK_ELEMENTS = 20;
const TASK_ELEMENTS = 6;

interface Open {
  readonly start: number;
  readonly lines: number;
  readonly blank: boolean;
  readonly inList: boolean;
  readonly fence: Fence | undefined;
  readonly head: string;
  readonly firstLine: string;
  readonly table: string | undefined;
}

/** The segments of a text that grows: `new SegmentReader().read(text, complete)`. Pages of closed segments keep their identity. */
export class SegmentReader {
  #text = '';
  /** Up to here all lines are complete and read. */
  #read = 0;
  #open: Open = opened(0, '');
  #pages: (readonly Segment[])[] = [];
  #page: Segment[] = [];
  #work = new WorkCounter();
  #elements = 0;
  /** How many of them are on full pages. */
  #pageFrom = 0;
  #rest: number | undefined;
  /** How often another text took the place of the one that grew. */
  restarts = 0;

  read(text: string, complete: boolean): readonly (readonly Segment[])[] {
    if (!text.startsWith(this.#text)) this.#reset();
    this.#text = text;
    for (let end = text.indexOf('\n', this.#read); end !== -1; end = text.indexOf('\n', this.#read)) {
      if (!this.#affords(text.slice(this.#read, end))) break;
      const { open, closed } = readLine(text, this.#open, this.#read, end + 1);
      for (const segment of closed) this.#close(segment);
      this.#open = open;
      this.#read = end + 1;
    }
    return [...this.#pages, [...this.#page, ...this.#tail(complete)]];
  }

  /** Whether the next line is still read. Once one is not, none is. */
  #affords(line: string): boolean {
    if (this.#rest !== undefined) return false;
    this.#elements += elementsOf(this.#open, line);
    if (this.#open.fence === undefined) this.#elements += this.#work.add(line);
    if (this.#elements <= MOST_ELEMENTS && this.#work.total <= MOST_TEXT_WORK) return true;
    this.#rest = this.#read;
    for (const segment of before(this.#text, this.#open, this.#read)) this.#close(segment);
    this.#open = opened(this.#read, '');
    return false;
  }

  /** What the last, unfinished line makes of the open segment, without remembering it. */
  #tail(complete: boolean): Segment[] {
    const text = this.#text;
    const unfinished = this.#read < text.length;
    if (this.#rest !== undefined) return [restOf(text, this.#rest, complete)];
    if (unfinished && this.#elements + elementsOf(this.#open, text.slice(this.#read)) > MOST_ELEMENTS) {
      const closed = before(text, this.#open, this.#read).map((segment) => ({ ...segment, closed: complete }));
      return [...closed, restOf(text, this.#read, complete)];
    }
    const { open, closed } = unfinished
      ? readLine(text, this.#open, this.#read, text.length)
      : { open: this.#open, closed: [] };
    const tail = open.start === text.length ? closed : [...closed, segmentOf(text, open, text.length, complete)];
    return tail.map((segment) => (segment.closed === complete ? segment : { ...segment, closed: complete }));
  }

  #close(segment: Segment): void {
    this.#page.push(segment);
    if (this.#page.length < PAGE && this.#elements - this.#pageFrom < PAGE_ELEMENTS) return;
    this.#pages = [...this.#pages, this.#page];
    this.#page = [];
    this.#pageFrom = this.#elements;
  }

  #reset(): void {
    this.restarts += 1;
    this.#read = 0;
    this.#open = opened(0, '');
    this.#pages = [];
    this.#page = [];
    this.#work = new WorkCounter();
    this.#elements = 0;
    this.#pageFrom = 0;
    this.#rest = undefined;
  }
}

/** Without the signs in it, which are counted with the parser's work. */
function elementsOf(open: Open, line: string): number {
  const text = drawCost(line) / 64;
  if (open.fence !== undefined) return 0.25 + text;
  if (line === '') return 2;
  const start = line.slice(0, START_READ);
  return 1 + text + (fenceLine.test(start) ? CODE_BLOCK_ELEMENTS : 0) + (task.test(start) ? TASK_ELEMENTS : 0);
}

interface Read {
  readonly open: Open;
  readonly closed: Segment[];
}

/** What a line begins is seen in its first characters. */
const START_READ = 200;
const task = /^\s*(?:[-*+] )?\[/;
const fenceLine = /^([ \t]*)(`{3}`*(?=[^`]*$)|~{3}~*)/;
const listMarker = /^ ?(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

function readLine(text: string, open: Open, start: number, end: number): Read {
  const line = text.slice(start, end).replace(/\r?\n$/, '');
  if (open.fence !== undefined) return readFenced(text, open, open.fence, line, end);
  if (line.trim() === '') return { open: { ...open, blank: true }, closed: [] };

  const indented = /^(?: {2}|\t)/.test(line);
  const fence = fenceLine.exec(line);
  if (fence !== null) {
    const mark = fence[2] ?? '';
    const alone = !/^(?: {4}|\t)/.test(line) && !(open.inList && indented);
    const next: Fence = { mark: mark.charAt(0), length: mark.length, alone };
    if (!alone) return { open: grown(open, line, { fence: next }), closed: [] };
    return { open: { ...opened(start, ''), fence: next }, closed: before(text, open, start) };
  }

  const item = listMarker.test(line);
  const size = start - open.start;
  const boundary = open.blank && !indented && !(open.inList && item);
  const long = size > SEGMENT_LIMIT || open.lines > LINE_LIMIT || (size > LIST_LIMIT && open.inList && item);
  const inList = item || (open.inList && (!open.blank || indented));
  if ((boundary || long) && size > 0) {
    const head = boundary ? '' : (open.table ?? '');
    return { open: grown(opened(start, head), line, { inList }), closed: before(text, open, start) };
  }
  return { open: grown(open, line, { inList }), closed: [] };
}

function readFenced(text: string, open: Open, fence: Fence, line: string, end: number): Read {
  if (!closesFence(line, fence)) return { open, closed: [] };
  if (!fence.alone) return { open: { ...open, fence: undefined }, closed: [] };
  return { open: opened(end, ''), closed: [segmentOf(text, open, end, true)] };
}

function opened(start: number, head: string): Open {
  return {
    start,
    lines: 0,
    blank: false,
    inList: false,
    fence: undefined,
    head,
    firstLine: '',
    table: head || undefined,
  };
}

function grown(open: Open, line: string, change: Partial<Open>): Open {
  const isTable = open.lines === 1 && open.head === '' && isDelimiterRow(line, open.firstLine);
  return {
    ...open,
    lines: open.lines + 1,
    blank: false,
    firstLine: open.lines === 0 ? line : open.firstLine,
    table: isTable ? `${open.firstLine}\n${line}\n` : open.table,
    ...change,
  };
}

function before(text: string, open: Open, end: number): Segment[] {
  return open.start === end ? [] : [segmentOf(text, open, end, true)];
}

function restOf(text: string, start: number, closed: boolean): Segment {
  return { kind: 'rest', start, text: text.slice(start), head: '', closed };
}

function segmentOf(text: string, open: Open, end: number, closed: boolean): Segment {
  const kind = open.fence?.alone === true ? 'code' : 'markdown';
  return { kind, start: open.start, text: text.slice(open.start, end), head: open.head, closed };
}
