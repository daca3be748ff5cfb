/**
 * What of a timeline was printed, and what is left of it.
 *
 * Laws: what is in the timeline and was not told is left; what was told is left no more, also where it has moved since; of words that
 * grew, the new rows are left.
 */
import { callStatus } from '@toolthread/core';
import type { CallStatus, Entry, Item } from '@toolthread/core';
import { vectorOf } from '@toolthread/core/lines';
import type { LinesForm } from '@toolthread/core/lines';
import { entryUnits, unitsOf } from './units-of.ts';
import type { Unit } from './units-of.ts';
import { leftItem } from './left-item.ts';

/** `settled`: without what may still change; `closed`: with words that are not finished; `all`: with what is under way, too. */
export type Which = 'settled' | 'closed' | 'all';

export interface LeftItem {
  readonly item: Item;
  /** Another part of it was told before. */
  readonly goesOn: boolean;
  /** How calls ended, of those that were told with another end. */
  readonly endings: readonly CallStatus[];
}

interface Told {
  readonly text: string;
  readonly source: Unit['source'] | undefined;
}

export class ToldItems {
  readonly #form: LinesForm;
  #items: readonly Item[] = [];
  /** By the place of the item: what was told of it, by the keys of its units. */
  readonly #told: Map<string, Told>[] = [];
  /** Items of which nothing is left, as long as they stay as they are. */
  readonly #finished: { readonly [which in Which]: (Item | undefined)[] } = { settled: [], closed: [], all: [] };
  /** Entries that were told whole: a group of thousands of calls costs no more than what is new in it. */
  readonly #done = new WeakSet<Entry>();
  /** Calls that were told and have another end since, by the keys of their units: the one that was told. */
  readonly #endedAs = new Map<string, CallStatus>();
  /** Texts that were told and are nowhere now: they may come to be elsewhere. */
  readonly #loose: string[] = [];

  constructor(form: LinesForm) {
    this.#form = form;
  }

  /** What was told, and is nowhere now. */
  get loose(): readonly string[] {
    return this.#loose;
  }

  /** The timeline as it is now. */
  see(items: readonly Item[]): void {
    const before = this.#items;
    const changed = [...items.keys()].filter((place) => items[place] !== before[place]);
    this.#items = items;
    for (const told of this.#told.splice(items.length))
      for (const { text } of told?.values() ?? []) this.#loose.push(text);
    for (const place of changed) this.#loosen(place, before[place]);
    if (this.#loose.length > 0) for (const place of changed) this.#findMoved(place);
  }

  left(place: number, which: Which): LeftItem | undefined {
    const item = this.#items[place];
    if (item === undefined || this.#finished[which][place] === item) return undefined;
    const told = this.#toldAt(place);
    const texts = new Map<string, string>();
    const endings: CallStatus[] = [];
    const open = withEntries(item, (entry) => !this.#done.has(entry));
    for (const unit of unitsOf(open, this.#form)) {
      const text = isIn(unit, which) ? leftText(unit, told.get(unit.key)) : undefined;
      if (text === undefined) continue;
      texts.set(unit.key, text);
      const [before, now] = [this.#endedAs.get(unit.key), statusOf(unit.source)];
      if (before !== undefined && now !== undefined && before !== now) endings.push(now);
    }
    const left = texts.size === 0 ? undefined : leftItem(open, texts, this.#form);
    if (left === undefined) this.#finished[which][place] = item;
    return left === undefined ? undefined : { item: left, goesOn: item.kind === 'group' && told.size > 0, endings };
  }

  /** What `left` gives is told from now on; or, of what it gives, only words that are not finished. */
  tell(place: number, which: Which | 'words'): void {
    const item = this.#items[place];
    if (item === undefined) return;
    const told = this.#toldAt(place);
    const open = withEntries(item, (entry) => !this.#done.has(entry));
    for (const unit of unitsOf(open, this.#form)) {
      const isTold = which === 'words' ? unit.state === 'unfinished' : isIn(unit, which);
      if (!isTold) continue;
      told.set(unit.key, { text: unit.text(), source: unit.source });
      this.#endedAs.delete(unit.key);
    }
    if (which === 'words' || open.kind !== 'group') return;
    for (const entry of open.entries) {
      const units = [...entryUnits(entry, open, this.#form)];
      if (units.length > 0 && units.every((unit) => isIn(unit, which))) this.#done.add(entry);
    }
  }

  #toldAt(place: number): Map<string, Told> {
    return (this.#told[place] ??= new Map());
  }

  #unitsAt(place: number): Iterable<Unit> {
    const item = this.#items[place];
    return item === undefined ? [] : unitsOf(item, this.#form);
  }

  /** What was told at a place and is there no more. */
  #loosen(place: number, before: Item | undefined): void {
    const told = this.#toldAt(place);
    const after = this.#items[place];
    if (told.size === 0 || before === undefined || after === undefined) return;
    const [was, is] = whatDiffers(before, after);
    const units = new Map(Array.from(unitsOf(is, this.#form), (unit) => [unit.key, unit]));
    for (const { key } of unitsOf(was, this.#form)) {
      const known = told.get(key);
      const unit = units.get(key);
      if (known === undefined) continue;
      if (unit !== undefined && (unit.source === known.source || beginsWith(unit, known.text))) continue;
      told.delete(key);
      const ended = isSameCall(known.source, unit?.source) ? statusOf(known.source) : undefined;
      if (ended === undefined) this.#loose.push(known.text);
      else this.#endedAs.set(key, ended);
    }
  }

  /** What is new at a place, and was told elsewhere. */
  #findMoved(place: number): void {
    const told = this.#toldAt(place);
    for (const unit of this.#unitsAt(place)) {
      if (told.has(unit.key)) continue;
      const from = this.#loose.findIndex((text) => beginsWith(unit, text));
      for (const text of from === -1 ? [] : this.#loose.splice(from, 1))
        told.set(unit.key, { text, source: undefined });
    }
  }
}

function statusOf(source: Told['source']): CallStatus | undefined {
  return source?.kind === 'call' ? callStatus(source.call) : undefined;
}

/** It is where it was, and changed: it did not move. */
function isSameCall(before: Told['source'], after: Told['source']): boolean {
  return before?.kind === 'call' && after?.kind === 'call' && before.call.id === after.call.id;
}

/** Of a group, without the entries that are where they were, and are drawn or not as they were. */
function whatDiffers(before: Item, after: Item): readonly [Item, Item] {
  if (before.kind !== 'group' || after.kind !== 'group') return [before, after];
  if ((before.tally.calls === 0) !== (after.tally.calls === 0)) return [before, after];
  const [old, now] = [before.entries.toArray(), after.entries.toArray()];
  return [withEntries(before, (entry, at) => entry !== now[at]), withEntries(after, (entry, at) => entry !== old[at])];
}

function withEntries(item: Item, keeps: (entry: Entry, at: number) => boolean): Item {
  return item.kind === 'group' ? { ...item, entries: vectorOf(item.entries.filter(keeps)) } : item;
}

function isIn({ state }: Unit, which: Which): boolean {
  return state === 'settled' || which === 'all' || (which === 'closed' && state === 'unfinished');
}

function beginsWith({ kind, text }: Unit, told: string): boolean {
  return kind === 'words' && told !== '' ? text().startsWith(told) : text() === told;
}

/** Undefined if nothing is left. A row that was told before it was whole is told again. */
function leftText(unit: Unit, told: Told | undefined): string | undefined {
  if (told?.source === unit.source) return undefined;
  const text = unit.text();
  if (told === undefined || !beginsWith(unit, told.text)) return text;
  if (text === told.text) return undefined;
  const isWhole = text[told.text.length] === '\n';
  return text.slice(isWhole ? told.text.length : text.lastIndexOf('\n', told.text.length) + 1).trim();
}
