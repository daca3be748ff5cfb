import { asJson } from '../foreign/as-json.ts';
import { jsonText } from '../foreign/json-text.ts';
import type { ReadMessage } from '../from-messages/read-message.ts';

/** Of what a message says, so much is kept, and its length. */
const HEAD = 300;

type Identified = Exclude<ReadMessage, { kind: 'ephemeral' | 'malformed' }>;

/**
 * Stored messages by their ids. One of the same moment is the same message, and so is one that says the same again, or goes on, before
 * another question (a question: before anything else). Some back ends count anew in each turn: anything else is another message.
 */
export class KnownMessages {
  /** Of each message its moment; what it says, if it has none. */
  readonly #known = new Set<string>();
  /** Of each id the words that came last, and how much had come before them. */
  readonly #last = new Map<string, { readonly rest: string; readonly head: string; readonly turn: number }>();
  /** How many questions there were, and how much else. */
  #asked = 0;
  #others = 0;

  has(id: string): boolean {
    return this.#last.has(id);
  }

  /** Whether it is new; it is known from then on. */
  add(id: string, message: Identified): boolean {
    const { kind, at, content } = message;
    const [rest, head] = [restOf(message), content.slice(0, HEAD)];
    const identity = JSON.stringify(at === undefined ? [id, rest, content.length, head] : [id, kind, at]);
    const last = this.#last.get(id);
    const turn = kind === 'user' ? this.#others : this.#asked;
    const isOfTurn = at === undefined || last?.turn === turn;
    const isKnown = this.#known.has(identity) || (isOfTurn && last?.rest === rest && content.startsWith(last.head));
    if (!isKnown && kind === 'user') this.#asked += 1;
    if (!isKnown && kind !== 'user') this.#others += 1;
    this.#known.add(identity);
    this.#last.set(id, { rest, head, turn });
    return !isKnown;
  }
}

/** All that it says beside its words. */
function restOf(message: Identified): string {
  const rest = { ...message, id: undefined, at: undefined, content: undefined, parts: undefined };
  const words = jsonText(asJson(rest, ''));
  return `${words.length} ${words.slice(0, HEAD)}`;
}
