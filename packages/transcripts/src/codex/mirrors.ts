/** Rollouts hold most words twice: as an item, and as an event for the screen. Each is shown once, whichever comes first. */
import type { Phase } from '@toolthread/core';

export interface Words {
  readonly kind: 'text' | 'reasoning';
  readonly text: string;
  readonly phase?: Phase | undefined;
  /** When the event told them. */
  readonly at?: number | undefined;
}

/** The item and the event of the same words are close together. */
const MOST_ASKED = 8;

export class Mirrors {
  /** Events whose item has not arrived, in their order. */
  #left = new Map<string, Words>();
  /** Items of this response, whose event may still come. */
  #said = new Set<string>();
  #asked: string[] = [];
  #askedByEvent: string | undefined;

  /** An event told what the model said. */
  event(words: Words): void {
    const key = keyOf(words);
    if (!this.#said.delete(key)) this.#left.set(key, words);
  }

  /** An item has arrived. Gives what events told before it, of which the item has not arrived and will not: items keep the order of their events. */
  item(kind: Words['kind'], texts: readonly string[]): readonly Words[] {
    const missed = this.#missedBefore(kind, new Set(texts.map((text) => keyOf({ kind, text }))));
    for (const words of missed) this.#left.delete(keyOf(words));
    for (const text of texts) {
      const key = keyOf({ kind, text });
      if (!this.#left.delete(key)) this.#said.add(key);
    }
    return missed;
  }

  /** Reasoning comes before the words that follow from it; of anything else only its own event tells the place. */
  #missedBefore(kind: Words['kind'], own: ReadonlySet<string>): readonly Words[] {
    const left = [...this.#left];
    const place = left.findIndex(([key]) => own.has(key));
    if (place !== -1) return left.slice(0, place).map(([, words]) => words);
    return kind === 'text' ? left.map(([, words]) => words).filter((words) => words.kind === 'reasoning') : [];
  }

  /** The response is over: an event that comes now is of another one. */
  end(): void {
    this.#said = new Set();
  }

  /** What only events told, once their items cannot come any more. */
  takeLeft(): readonly Words[] {
    const left = [...this.#left.values()];
    this.#left = new Map();
    return left;
  }

  /** A person's words as an item; true if the event was here before, and they are shown already. */
  userItem(text: string): boolean {
    if (this.#askedByEvent !== undefined && isSame(this.#askedByEvent, text)) {
      this.#askedByEvent = undefined;
      return true;
    }
    this.#asked = [...this.#asked, text].slice(-MOST_ASKED);
    return false;
  }

  /** The same as an event; true if the item was here before. */
  userEvent(text: string): boolean {
    if (this.#asked.some((asked) => isSame(asked, text))) {
      this.#asked = [];
      return true;
    }
    this.#askedByEvent = text;
    return false;
  }
}

/** The event has the words only; the item may have the editor's context, or pictures' names, around them. */
function isSame(a: string, b: string): boolean {
  const [x, y] = [a.trim(), b.trim()];
  return x === y || (x !== '' && y.includes(x)) || (y !== '' && x.includes(y));
}

function keyOf({ kind, text }: Words): string {
  return `${kind} ${text.trim()}`;
}
