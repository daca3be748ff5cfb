import { firstLike, MOST_LOOKED_AT } from './live/live-calls.ts';
import type { KnownArguments, LiveCall, StepParts } from './live/live-calls.ts';

/**
 * What live events told since a person last spoke. A stored message that tells it again, under an id that no event had, is known by
 * the names of its calls, in their order, or by its words: nothing is told twice.
 */
export class ToldTurn {
  /** When the person spoke. */
  readonly asked: number | undefined;
  /** The calls of each id, live or stored, in their order. An id is a call's within its turn: back ends count again in the next. */
  readonly #byId = new Map<string, LiveCall[]>();
  readonly #calls = new Map<string, { readonly told: LiveCall[]; next: number }>();
  readonly #results = new Map<string, number>();
  readonly #words = new Map<string, StepParts[]>();
  /** The newest words; the stored ones may be longer, where the end of them was not told. */
  #newest = '';
  /** How its runs ended: how often that was told by events and by messages, and in which run by events last. */
  readonly #endings = new Map<string, { live: number; stored: number; run: number }>();
  #runs = 0;

  /** The last that is stored of it is its end: an answer, an error, a stop. */
  over: { readonly at: number | undefined } | undefined;

  constructor(asked?: number) {
    this.asked = asked;
  }

  /** That call goes by that id in this turn. */
  name(id: string, call: LiveCall): void {
    const known = this.#byId.get(id);
    if (known === undefined) this.#byId.set(id, [call]);
    else if (!known.includes(call)) known.push(call);
  }

  /** The calls of that id in this turn. */
  named(id: string | undefined): readonly LiveCall[] {
    return (id === undefined ? undefined : this.#byId.get(id)) ?? [];
  }

  /** Whether anything was told. */
  get isEmpty(): boolean {
    return this.#calls.size === 0 && this.#words.size === 0;
  }

  tellCall(call: LiveCall): void {
    const key = keyOf(call.name, call.id !== undefined);
    const queue = this.#calls.get(key) ?? { told: [], next: 0 };
    queue.told.push(call);
    this.#calls.set(key, queue);
  }

  tellWords(words: string, step: StepParts): void {
    const text = words.trim();
    if (text === '') return;
    const steps = this.#words.get(text);
    if (steps === undefined) this.#words.set(text, [step]);
    else steps.push(step);
    this.#newest = text;
  }

  /** The words that a step told are longer now. */
  tellMore(before: string, words: string, step: StepParts): void {
    const steps = this.#words.get(before.trim());
    const place = steps?.indexOf(step) ?? -1;
    if (place !== -1) steps?.splice(place, 1);
    this.tellWords(words, step);
  }

  tellResult(name: string): void {
    this.#results.set(name, (this.#results.get(name) ?? 0) + 1);
  }

  /** A run begins in it. */
  beginRun(): void {
    this.#runs += 1;
  }

  /** An event tells how a run ended, maybe again: whether that is news. Two runs may end with the same words. */
  tellEnding(how: string): boolean {
    const ending = this.#ending(how);
    if (ending.run === this.#runs) return false;
    ending.run = this.#runs;
    ending.live += 1;
    return ending.live > ending.stored;
  }

  /** The same of a stored message. */
  storeEnding(how: string): boolean {
    const ending = this.#ending(how);
    ending.stored += 1;
    return ending.stored > ending.live;
  }

  #ending(how: string): { live: number; stored: number; run: number } {
    const ending = this.#endings.get(how) ?? { live: 0, stored: 0, run: -1 };
    this.#endings.set(how, ending);
    return ending;
  }

  /** The call of that name that no stored message has told yet. Two ids that differ are two calls. */
  takeCall(name: string, id: string | undefined): LiveCall | undefined {
    return this.#take(keyOf(name, false)) ?? (id === undefined ? this.#take(keyOf(name, true)) : undefined);
  }

  /** The same, of a call that goes by another id. */
  takeLike(name: string, args: KnownArguments): LiveCall | undefined {
    const queue = this.#calls.get(keyOf(name, true));
    if (queue === undefined) return undefined;
    while (queue.told[queue.next]?.isStored === true) queue.next += 1;
    return firstLike(queue.told.slice(queue.next, queue.next + MOST_LOOKED_AT), args, (call) => call.isStored !== true);
  }

  /** Whether a result of that name was told. */
  takeResult(name: string): boolean {
    return takeOne(this.#results, name);
  }

  #take(key: string): LiveCall | undefined {
    const queue = this.#calls.get(key);
    const call = queue?.told[queue.next];
    if (queue !== undefined && call !== undefined) queue.next += 1;
    return call;
  }

  /** The step that told these words. */
  takeWords(stored: string): StepParts | undefined {
    const text = stored.trim();
    const told = this.#words.get(text)?.shift();
    return told ?? (text.startsWith(this.#newest) ? this.#words.get(this.#newest)?.shift() : undefined);
  }
}

function keyOf(name: string, hasId: boolean): string {
  return `${hasId ? 'named' : 'anonymous'} ${name}`;
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
