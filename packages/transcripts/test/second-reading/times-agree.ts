/**
 * When it was said, by a second reading: words have the time that is nearest around them in the file. It knows no format,
 * only the names under which programs keep a time.
 */
import { timeline } from '@toolthread/core';
import type { ContentPart, Entry, Item, Thread } from '@toolthread/core';
import { fields, list, word } from './token.ts';
import type { Fields } from './token.ts';

interface Said {
  readonly text: string;
  readonly at: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Times {
  /** Words whose time the file tells, and that could be found in it again. */
  readonly compared: number;
  readonly differences: readonly string[];
}

/** `compareTimes(readTranscript(text), recordsIn(text))` */
export function compareTimes(thread: Pick<Thread, 'drawn'>, records: readonly unknown[]): Times {
  const told = new Map<string, Span[]>();
  for (const record of records) note(record, [], told);
  let compared = 0;
  const differences: string[] = [];
  for (const item of timeline(thread).items) {
    for (const { text, at } of saidIn(item)) {
      const spans = told.get(text.trim()) ?? [];
      if (spans.length === 0) continue;
      compared += 1;
      if (!spans.some(({ from, to }) => from <= at && at <= to)) differences.push(wrong(text, at, spans));
    }
  }
  return { compared, differences };
}

function wrong(text: string, at: number, [span]: readonly Span[]): string {
  return `${JSON.stringify(text.slice(0, 60))}: drawn at ${iso(at)}, the file says ${iso(span?.from ?? 0)}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function note(value: unknown, around: readonly Span[], told: Map<string, Span[]>): void {
  const text = word(value)?.trim() ?? '';
  if (text !== '') told.set(text, [...(told.get(text) ?? []), ...around]);
  for (const inner of list(value)) note(inner, around, told);
  const object = fields(value);
  const own = spanIn(object);
  for (const [name, inner] of Object.entries(object)) {
    const nearest = own === undefined ? around : [own];
    const innerOwn = spanIn(fields(inner));
    // A record and the message that it carries are one thing: either may tell when.
    if (name === 'message' && innerOwn !== undefined)
      note({ ...fields(inner), timestamp: undefined }, [...nearest, innerOwn], told);
    else note(inner, nearest, told);
  }
}

/** The time that an object tells of itself. */
function spanIn(object: Fields): Span | undefined {
  const { from, to } = ends(fields(object['time']));
  if (from !== undefined) return { from, to: to ?? from };
  const info = ends(fields(fields(object['info'])['time']));
  if (info.from !== undefined) return { from: info.from, to: info.to ?? info.from };
  const places = [
    object['timestamp'],
    object['ts'],
    object['createdAt'],
    object['created_at'],
    fields(object['metadata'])['createdAt'],
    fields(object['meta'])['sentAt'],
    fields(object['usage'])['timestamp'],
  ];
  const at = places.map(moment).find((time) => time !== undefined);
  return at === undefined ? undefined : { from: at, to: at };
}

function ends(time: Fields): { readonly from: number | undefined; readonly to: number | undefined } {
  return {
    from: moment(time['start']) ?? moment(time['created']),
    to: moment(time['end']) ?? moment(time['completed']),
  };
}

/** Milliseconds, seconds or ISO text. */
function moment(value: unknown): number | undefined {
  if (typeof value === 'number') return value < 1e11 ? Math.round(value * 1000) : value;
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function saidIn(item: Item): readonly Said[] {
  if (item.kind === 'message') return wordsIn(item.parts).map((text) => ({ text, at: item.at }));
  if (item.kind === 'group' || item.kind === 'reasoning') return [...item.entries].flatMap(saidInEntry);
  if (item.kind === 'compaction') return [{ text: item.summary, at: item.at }];
  if (item.kind === 'section') return [...item.items].flatMap(saidIn);
  if (item.kind !== 'answer') return [];
  // It begins with its first words.
  const [first] = item.segments;
  return first?.kind === 'text' ? [{ text: first.text, at: item.at }] : [];
}

function saidInEntry(entry: Entry): readonly Said[] {
  if (entry.kind === 'commentary' || entry.kind === 'reasoning') return [entry];
  if (entry.kind !== 'call') return [];
  return entry.children.flatMap((child) => [...child.items].flatMap(saidIn));
}

function wordsIn(parts: readonly ContentPart[]): readonly string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}
