/**
 * What of a timeline was printed, and what is left of it.
 *
 * Laws: what stands in the timeline and was not told is left; what was told is left no more, also where it has moved since; of words that
 * grew, the new rows are left.
 */
import type { Item } from '@toolthread/core';
import type { LinesForm } from '@toolthread/core/lines';
import { unitsOf } from './units-of.ts';
import type { Unit } from './units-of.ts';
import { leftItem } from './left-item.ts';

/** `settled`: without what may still change; `closed`: with words that are not finished; `all`: with what is under way, too. */
export type Which = 'settled' | 'closed' | 'all';

export interface LeftItem {
  readonly item: Item;
  /** Another part of it was told before. */
  readonly goesOn: boolean;
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
  readonly #finished: (Item | undefined)[] = [];
  /** Texts that were told and stand nowhere now: they may come to stand elsewhere. */
  readonly #loose: string[] = [];

  constructor(form: LinesForm) {
    this.#form = form;
  }

  /** The timeline as it is now. */
  see(items: readonly Item[]): void {
    const changed = [...items.keys()].filter((place) => items[place] !== this.#items[place]);
    this.#items = items;
    for (const told of this.#told.splice(items.length))
      for (const { text } of told?.values() ?? []) this.#loose.push(text);
    for (const place of changed) this.#loosen(place);
    if (this.#loose.length > 0) for (const place of changed) this.#findMoved(place);
  }

  left(place: number, which: Which): LeftItem | undefined {
    const item = this.#items[place];
    if (item === undefined || this.#finished[place] === item) return undefined;
    const told = this.#toldAt(place);
    const texts = new Map<string, string>();
    for (const unit of this.#unitsAt(place)) {
      const text = isIn(unit, which) ? leftText(unit, told.get(unit.key)) : undefined;
      if (text !== undefined) texts.set(unit.key, text);
    }
    const left = texts.size === 0 ? undefined : leftItem(item, texts, this.#form);
    if (left === undefined && which === 'all') this.#finished[place] = item;
    return left === undefined ? undefined : { item: left, goesOn: item.kind === 'group' && told.size > 0 };
  }

  /** What `left` gives is told from now on; or, of what it gives, only words that are not finished. */
  tell(place: number, which: Which | 'words'): void {
    const told = this.#toldAt(place);
    for (const unit of this.#unitsAt(place)) {
      const isTold = which === 'words' ? unit.state === 'unfinished' : isIn(unit, which);
      if (isTold) told.set(unit.key, { text: unit.text(), source: unit.source });
    }
  }

  #toldAt(place: number): Map<string, Told> {
    return (this.#told[place] ??= new Map());
  }

  #unitsAt(place: number): Iterable<Unit> {
    const item = this.#items[place];
    return item === undefined ? [] : unitsOf(item, this.#form);
  }

  /** What was told at a place and stands there no more. */
  #loosen(place: number): void {
    const told = this.#toldAt(place);
    if (told.size === 0) return;
    const units = new Map(Array.from(this.#unitsAt(place), (unit) => [unit.key, unit]));
    for (const [key, { text, source }] of told) {
      const unit = units.get(key);
      if (unit !== undefined && (unit.source === source || beginsWith(unit, text))) continue;
      told.delete(key);
      this.#loose.push(text);
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

function isIn({ state }: Unit, which: Which): boolean {
  return state === 'settled' || which === 'all' || (which === 'closed' && state === 'unfinished');
}

function beginsWith({ kind, text }: Unit, told: string): boolean {
  return kind === 'words' && told !== '' ? text().startsWith(told) : text() === told;
}

/** Undefined where nothing is left. A row that was told before it was whole is told again. */
function leftText(unit: Unit, told: Told | undefined): string | undefined {
  if (told?.source === unit.source) return undefined;
  const text = unit.text();
  if (told === undefined || !beginsWith(unit, told.text)) return text;
  if (text === told.text) return undefined;
  const isWhole = text[told.text.length] === '\n';
  return text.slice(isWhole ? told.text.length : text.lastIndexOf('\n', told.text.length) + 1).trim();
}
