/** What is seen of a growing session: what is settled is printed once; on a terminal, the rest is drawn again below it. */
import { timeline } from '@toolthread/core';
import type { CallStatus, Item } from '@toolthread/core';
import { answerText } from '@toolthread/core/lines';
import { countOf } from '@toolthread/core/text';
import type { LinesForm } from '@toolthread/core/lines';
import type { About } from '@toolthread/transcripts';
import { BLANK, line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { drawThread } from '../thread/draw-thread.ts';
import { addCalls, eventFacts, NO_CALLS } from '../thread/event-facts.ts';
import { closingLines, headingLines } from '../thread/heading-lines.ts';
import { markdownLines } from '../thread/markdown-lines.ts';
import { aboutSession, wholeSession } from '../thread/open-session.ts';
import type { OpenedThread } from '../thread/read-thread.ts';
import { unseenBytes } from '../thread/unseen-bytes.ts';
import { unseenRecordLines } from '../thread/unseen-record-lines.ts';
import { ToldItems } from './told-items.ts';
import type { Which } from './told-items.ts';

/** Where it is printed. */
export interface Screen {
  terminal(): Terminal;
  /** What `wrap` made. */
  print(text: string): void;
}

/** Where nothing can be drawn again, what may go on is printed after so many looks, and words that may move after so many at which they stayed. */
const PATIENT_LOOKS = 4;
const GOES_ON = line([span('… continued', 'faint')]);

/** Law: at its end, all rows that `open` draws have been printed, each once, but for the line above the turns and heads of what was printed in parts. */
export class FollowedThread {
  readonly #form: LinesForm;
  readonly #screen: Screen;
  readonly #told: ToldItems;
  #items: readonly Item[] = [];
  /** What was printed above the turns. */
  #about: About | undefined;
  /** How many events were looked at, and how many of them take others back. */
  #rewinds = { events: 0, count: 0 };
  /** Looks since something was held back. */
  #held = 0;
  /** Words at the end that may move, and at how many looks they were the same. */
  #words = { place: -1, text: '', looks: 0 };
  /** Rows at the bottom that are drawn again. */
  #live = 0;

  constructor(form: LinesForm, screen: Screen) {
    this.#form = form;
    this.#screen = screen;
    this.#told = new ToldItems(form);
  }

  /** Again and again, whether the file grew or not. */
  look(thread: OpenedThread, grew: boolean): void {
    const terminal = this.#screen.terminal();
    if (grew) {
      this.#see(thread);
      this.#clearLive();
      if (this.#about === undefined && this.#items.length > 0) this.#printHeading(thread, terminal);
      this.#printClosed(terminal);
    }
    if (!terminal.interactive) this.#printPatiently(terminal);
    else if (grew) this.#drawLive(terminal);
  }

  /** Prints what is left of the thread as it is in the end. */
  leave(thread: OpenedThread): void {
    this.#see(thread);
    this.#clearLive();
    const terminal = this.#screen.terminal();
    for (const place of this.#items.keys()) this.#print(place, 'all', terminal);
    this.#printHeading(thread, terminal);
    this.#write(this.#closingLines(thread), terminal);
  }

  /** What is not in the turns, and what `open` says of them as a whole. */
  #closingLines(thread: OpenedThread): Line[] {
    const { state, events, title } = thread;
    const unseen = { bytes: unseenBytes(this.#items, this.#form), form: this.#form };
    return [
      ...(this.#form === 'whole' ? unseenRecordLines(events, this.#items, title) : []),
      BLANK,
      ...closingLines(addCalls(NO_CALLS, state), eventFacts(events), state.account, unseen),
    ].slice(1);
  }

  /** Whose session it is, as soon as that is known; at the end, what is known by then. */
  #printHeading(thread: OpenedThread, terminal: Terminal): void {
    const about = aboutSession(wholeSession(thread), thread.state);
    const lines = headingLines(about, this.#about);
    this.#write(lines, terminal);
    if (lines.length > 0) this.#about = about;
  }

  #see(thread: OpenedThread): void {
    this.#items = timeline(thread).items.toArray();
    const before = new Set(this.#told.loose);
    this.#told.see(this.#items);
    if (!this.#isRewound(thread)) return;
    const gone = this.#told.loose.filter((text) => !before.has(text) && text.trim() !== '').length;
    if (gone === 0) return;
    this.#clearLive();
    this.#write([takenBack(gone)], this.#screen.terminal());
  }

  /** Whether the session took something back since the last look. */
  #isRewound({ events }: OpenedThread): boolean {
    const known = events.length < this.#rewinds.events ? { events: 0, count: 0 } : this.#rewinds;
    let { count } = known;
    for (let place = known.events; place < events.length; place += 1)
      if (events[place]?.type === 'thread.rewound') count += 1;
    const isNew = count > this.#rewinds.count;
    this.#rewinds = { events: events.length, count };
    return isNew;
  }

  /** What something follows, and at the end what is never changed. */
  #printClosed(terminal: Terminal): void {
    const last = this.#last();
    for (let place = 0; place < last; place += 1) this.#print(place, 'closed', terminal);
    const kind = this.#items[last]?.kind;
    if (kind === 'message' || kind === 'compaction' || kind === 'answer') this.#print(last, 'settled', terminal);
  }

  #printPatiently(terminal: Terminal): void {
    const last = this.#last();
    const left = this.#told.left(last, 'settled')?.item;
    // Without a call, what a group holds is not known yet. One that was told before may have a child run that goes on.
    const isHeld = left !== undefined && (left.kind !== 'group' || hasCalls(this.#items[last]));
    this.#held = isHeld ? this.#held + 1 : 0;
    if (this.#held > PATIENT_LOOKS) this.#print(last, 'settled', terminal);
    const text = unfinishedWords(this.#items[last]);
    const isSame = this.#words.place === last && this.#words.text === text;
    this.#words = { place: last, text, looks: isSame ? this.#words.looks + 1 : 0 };
    if (text !== '' && this.#words.looks === PATIENT_LOOKS) this.#printWords(last, terminal);
  }

  /** Words that may be the answer are printed as one, below the calls before them. */
  #printWords(place: number, terminal: Terminal): void {
    if (this.#form !== 'collapsed' || hasCalls(this.#items[place])) this.#print(place, 'settled', terminal);
    const left = this.#told.left(place, 'closed')?.item;
    if (left?.kind === 'group') this.#write(markdownLines(left.live), terminal);
    else if (left !== undefined) this.#write(drawThread([left], this.#form), terminal);
    this.#told.tell(place, 'words');
  }

  #print(place: number, which: Which, terminal: Terminal): void {
    const left = this.#told.left(place, which);
    if (left === undefined) return;
    const rows = [...drawThread([left.item], this.#form)];
    const marks = [...(left.goesOn ? [GOES_ON] : []), ...endedLater(left.endings)];
    this.#write(rows.length > 0 ? [...marks, ...rows] : rows, terminal);
    this.#told.tell(place, which);
  }

  #write(lines: Iterable<Line>, terminal: Terminal): void {
    const rows = rowsOf(lines, terminal);
    if (rows.length > 0) this.#screen.print(`${rows.join('\n')}\n\n`);
  }

  #drawLive(terminal: Terminal): void {
    let rows = this.#liveRows(terminal);
    if (rows.length >= terminal.rows) {
      this.#print(this.#last(), 'settled', terminal);
      rows = this.#liveRows(terminal).slice(1 - terminal.rows);
    }
    if (rows.length > 0) this.#screen.print(`${rows.join('\n')}\n`);
    this.#live = rows.length;
  }

  #liveRows(terminal: Terminal): string[] {
    const left = [...this.#items.keys()].flatMap((place) => this.#told.left(place, 'all')?.item ?? []);
    return rowsOf(drawThread(left, this.#form), terminal);
  }

  #clearLive(): void {
    if (this.#live > 0) this.#screen.print(`\u001b[${this.#live}A\u001b[J`);
    this.#live = 0;
  }

  #last(): number {
    return this.#items.findLastIndex(({ kind }) => kind !== 'gone');
  }
}

/** [L3] What is printed stays there: that it no longer counts is said below it. */
function takenBack(count: number): Line {
  const [it, counts] = count === 1 ? ['It', 'counts'] : ['They', 'count'];
  return line([span(`↩ Taken back: ${countOf(count, 'entry')} above. ${it} no longer ${counts}.`, 'faint')]);
}

/** [L3] A call that is printed once more is no other call: how it ended was told late. */
function endedLater(endings: readonly CallStatus[]): Line[] {
  const failed = endings.filter((status) => status === 'failed').length;
  const others = endings.length - failed;
  return [
    ...(failed === 0 ? [] : [line([span(`↻ Failed later: ${countOf(failed, 'call')} above.`, 'bad')])]),
    ...(others === 0 ? [] : [line([span(`↻ Ended otherwise: ${countOf(others, 'call')} above.`, 'faint')])]),
  ];
}

function rowsOf(lines: Iterable<Line>, terminal: Terminal): string[] {
  const all = [...lines];
  return all.every((row) => row === BLANK) ? [] : all.flatMap((row) => wrap(row, terminal));
}

function hasCalls(item: Item | undefined): boolean {
  return item?.kind === 'group' && item.tally.calls > 0;
}

/** An answer that is not finished, or words of which it is not sure yet whether they are one: none, while a call runs. */
function unfinishedWords(item: Item | undefined): string {
  if (item?.kind === 'answer') return item.state === 'streaming' ? answerText(item).trim() : '';
  if (item?.kind !== 'group') return '';
  const { streaming, called, waiting, running, retrying } = item.tally;
  return streaming + called + waiting + running + retrying === 0 ? item.live.trim() : '';
}
