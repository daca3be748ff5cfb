import { eventLoop } from './turns.ts';

/** Reading this many characters takes a few milliseconds. */
const TURN_CHARACTERS = 500_000;

/** For code that reads many texts, or long ones: `await pace.after(text.length)` lets the event loop run from time to time. */
export class Pace {
  #left = TURN_CHARACTERS;

  async after(characters: number): Promise<void> {
    this.#left -= characters;
    if (this.#left > 0) return;
    this.#left = TURN_CHARACTERS;
    await eventLoop.next();
  }
}
