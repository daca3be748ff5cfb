import type { CompletionMessage } from '@toolthread/core';
import type { WireTurn } from './in-turn.ts';
import type { ThreadFold } from './resume.ts';

/** The turns of a thread that needs nothing done to it: user and assistant in turn, each with something to say. */
export class TurnFold<Piece> implements ThreadFold {
  readonly taken: CompletionMessage[] = [];
  readonly #turns: WireTurn<Piece>[] = [];
  readonly #turnOf: (message: CompletionMessage, before: CompletionMessage | undefined) => WireTurn<Piece> | undefined;

  /** `turnOf` gives nothing for a message that is not plain: what it says depends on messages further away. */
  constructor(
    turnOf: (message: CompletionMessage, before: CompletionMessage | undefined) => WireTurn<Piece> | undefined,
  ) {
    this.#turnOf = turnOf;
  }

  take(message: CompletionMessage): boolean {
    const turn = this.#next(message);
    if (turn === undefined) return false;
    this.taken.push(message);
    this.#turns.push(turn);
    return true;
  }

  /** All turns, if the thread was plain and ends with the user's. */
  closedBy(messages: readonly CompletionMessage[]): readonly WireTurn<Piece>[] | undefined {
    const last = messages.at(-1);
    if (last?.role !== 'user' || this.taken.length !== messages.length - 1) return undefined;
    const turn = this.#next(last);
    return turn === undefined ? undefined : [...this.#turns, turn];
  }

  #next(message: CompletionMessage): WireTurn<Piece> | undefined {
    const due = this.taken.length % 2 === 0 ? 'user' : 'assistant';
    const turn = message.role === due ? this.#turnOf(message, this.taken.at(-1)) : undefined;
    return turn === undefined || turn.pieces.length === 0 ? undefined : turn;
  }
}
