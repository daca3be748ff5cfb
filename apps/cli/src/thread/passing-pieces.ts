import { threadAfter } from '@toolthread/core';
import type { LedgerEvent, Thread } from '@toolthread/core';
import { letGo, letGoOfPiece } from './keep-heap-lean.ts';

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

/** Its parts are copies that are emptied where they are: a loop that has read `piece.state` keeps that, too, until it reads the next one. */
class PassingPiece implements Turns {
  readonly state: Turns['state'];
  readonly drawn: Turns['drawn'];
  readonly events: LedgerEvent[];

  constructor({ state, drawn, events }: Turns) {
    this.state = { ...state };
    this.drawn = { ...drawn, view: { ...drawn.view } };
    this.events = [...events];
  }

  pass(): void {
    const { state, drawn } = threadAfter(this);
    Object.assign(this.state, state);
    Object.assign(this.drawn.view, drawn.view);
    Object.assign(this.drawn, { ...drawn, view: this.drawn.view });
    this.events.length = 0;
    // The engine keeps the last text that a pattern was looked for in.
    NOTHING.test('');
    letGoOfPiece();
  }
}

const NOTHING = /^/;
