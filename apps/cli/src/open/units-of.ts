/** What of an item is printed for itself: an entry, an item without entries, the words of an answer, the line below them. */
import { callResult, callStatus } from '@toolthread/core';
import { timeText } from '@toolthread/transcripts';
import type { AnswerItem, Call, Child, Entry, GroupItem, Item, RequestItem } from '@toolthread/core';
import {
  answerText,
  childrenAround,
  entryLines,
  linesOf,
  reasoningItemText,
  requestText,
  sectionText,
} from '@toolthread/core/lines';
import type { LinesForm, PlacedLine } from '@toolthread/core/lines';

export interface Unit {
  readonly key: string;
  /** While it is the same object, its text is the same. */
  readonly source: Item | Entry;
  readonly text: () => string;
  /** `words` may grow at their end; of the others, any change makes another one. */
  readonly kind: 'words' | 'fixed';
  /** `unfinished`: an answer that may go on, or words that may be one; `open`: a call or a thought that is under way. */
  readonly state: 'settled' | 'unfinished' | 'open';
}

export type CallEntry = Extract<Entry, { kind: 'call' }>;

/** Items that are nested deeper are one unit with the item that they are in. */
export const MOST_LEVELS = 50;

export function* unitsOf(item: Item, form: LinesForm, level = 0): Iterable<Unit> {
  const { key } = item;
  if (item.kind === 'gone') return;
  if (level >= MOST_LEVELS) return yield fixed(key, item, () => lineTexts(item, form));
  if (item.kind === 'section') {
    yield fixed(key, item, () => sectionText(item));
    for (const inner of item.items) yield* unitsOf(inner, form, level + 1);
  } else if (item.kind === 'group') {
    for (const entry of item.entries) yield* entryUnits(entry, item, form, level);
    if (item.live.trim() !== '') yield { ...words(liveKey(item), item, item.live), state: 'unfinished' };
    if (item.active) yield { ...fixed(activeKey(item), item, () => 'active'), state: 'open' };
  } else if (item.kind === 'reasoning') {
    yield fixed(key, item, () => reasoningItemText(item));
    if (form === 'collapsed') return;
    for (const entry of item.entries) if (entry.kind === 'reasoning') yield words(entry.key, entry, entry.text);
  } else if (item.kind === 'answer') {
    yield { ...words(key, item, answerText(item)), state: item.state === 'streaming' ? 'unfinished' : 'settled' };
    const notes = [...linesOf([item], form, timeText)].filter(({ kind }) => kind === 'note');
    if (notes.length > 0) yield fixed(noteKey(item), item, () => textsOf(notes));
  } else if (item.kind === 'request') {
    for (const [index, { text }] of item.lead.entries()) yield words(leadKey(item, index), item, text);
    yield fixed(key, item, () => requestText(item));
    if (item.request.kind === 'plan') yield fixed(planKey(item), item, () => planText(item.request, item.call));
  } else yield fixed(key, item, () => lineTexts(item, form));
}

export function* entryUnits(entry: Entry, group: GroupItem, form: LinesForm, level = 0): Iterable<Unit> {
  if (entry.kind === 'gone' || !isDrawn(entry, group, form)) return;
  if (entry.kind === 'discarded') return yield fixed(entry.key, entry, () => JSON.stringify(entry));
  if (entry.kind !== 'call') {
    const isWhole = entry.kind === 'commentary' || entry.complete;
    return yield { ...words(entry.key, entry, entry.text), state: isWhole ? 'settled' : 'open' };
  }
  const state = isOpenCall(entry) ? 'open' : 'settled';
  yield { ...fixed(entry.key, entry, () => callText(entry, form)), state };
  if (form === 'collapsed') {
    // It is there again, in words that its card may have told.
    if (entry.call.request?.kind === 'plan')
      yield { ...fixed(planKey(entry), entry, () => planText(entry.call.request, entry.call)), state };
    return;
  }
  // They are below their call, hence they are not printed before it. Below one that is settled, words are never the turn's own answer.
  for (const unit of childUnits(entry, form, level)) yield { ...unit, state: unit.state === 'open' ? 'open' : state };
}

function* childUnits(entry: CallEntry, form: LinesForm, level: number): Iterable<Unit> {
  for (const child of entry.children) {
    yield fixed(childKey(entry, child), entry, () => child.name);
    for (const inner of child.items) yield* unitsOf(inner, form, level + 1);
  }
}

/** A group that is not opened shows its calls alone. */
function isDrawn({ kind }: Entry, { tally }: GroupItem, form: LinesForm): boolean {
  return form !== 'collapsed' || kind === 'call' || tally.calls === 0;
}

function isOpenCall({ call }: CallEntry): boolean {
  return callResult(call) === undefined;
}

export function liveKey({ key }: GroupItem): string {
  return `${key}:live`;
}

export function activeKey({ key }: GroupItem): string {
  return `${key}:active`;
}

export function noteKey({ key }: AnswerItem): string {
  return `${key}:note`;
}

export function childKey({ key }: CallEntry, { scope }: Child): string {
  return `${key}:child ${scope}`;
}

export function leadKey({ key }: RequestItem, index: number): string {
  return `${key}:lead ${index}`;
}

/** The plan that a card asks about, or the call that is settled. */
export function planKey({ key }: RequestItem | CallEntry): string {
  return `${key}:plan`;
}

function planText(request: Call['request'], call: Call | undefined): string {
  return request?.proposedArguments ?? call?.arguments ?? '';
}

function callText({ call, children }: CallEntry, form: LinesForm): string {
  if (form === 'collapsed') return callStatus(call);
  const apart = childrenAround(call, children).above.length > 0;
  return JSON.stringify(entryLines(call, { whole: form === 'whole', atWork: false, apart }));
}

function lineTexts(item: Item, form: LinesForm): string {
  return textsOf([...linesOf([item], form)]);
}

function textsOf(lines: readonly PlacedLine[]): string {
  return JSON.stringify(lines.map(({ spans }) => spans.map(({ text }) => text)));
}

function words(key: string, source: Unit['source'], text: string): Unit {
  return { key, source, text: () => text.trim(), kind: 'words', state: 'settled' };
}

function fixed(key: string, source: Unit['source'], text: () => string): Unit {
  return { key, source, text, kind: 'fixed', state: 'settled' };
}
