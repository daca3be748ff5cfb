import { threadAfter } from '@toolthread/core';
import type { LedgerEvent, Thread } from '@toolthread/core';
import { letGo } from './keep-heap-lean.ts';

/** Some turns of a thread. */
interface Turns extends Thread {
  readonly events: readonly LedgerEvent[];
}

/**
 * Pieces of a thread that are read one after the other. Law: one that was gone past holds only what is true of the thread after it: a loop
 * keeps its last value until it has the next one, and two pieces of some hundred megabytes would be in memory at a time. So whoever
 * goes through them keeps nothing of a piece in a variable of the loop, but the piece.
 */
export function passingPieces<Piece extends Turns>(pieces: AsyncIterator<Piece>): AsyncIterable<Turns> {
  let last: PassingPiece | undefined;
  // No generator: it would keep the piece in its turn.
  const passing: AsyncIterator<Turns> = {
    async next() {
      last?.pass();
      const { value, done } = await pieces.next();
      if (done === true) return { value: undefined, done };
      last = new PassingPiece(value);
      // What it was made of.
      letGo();
      return { value: last, done: false };
    },
    async return() {
      await pieces.return?.();
      return { value: undefined, done: true };
    },
  };
  return { [Symbol.asyncIterator]: () => passing };
}

class PassingPiece implements Turns {
  #piece: Turns;

  constructor(piece: Turns) {
    this.#piece = piece;
  }

  get state(): Turns['state'] {
    return this.#piece.state;
  }

  get drawn(): Turns['drawn'] {
    return this.#piece.drawn;
  }

  get events(): Turns['events'] {
    return this.#piece.events;
  }

  pass(): void {
    this.#piece = { ...threadAfter(this.#piece), events: [] };
    // The engine keeps the last text that a pattern was looked for in.
    NOTHING.test('');
    letGo();
  }
}

const NOTHING = /^/;
