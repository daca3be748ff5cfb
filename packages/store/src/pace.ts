import { eventLoop } from './turns.ts';

/** Each look at so many characters takes a few milliseconds. */
const TURN_CHARACTERS = 500_000;

/** Of who looks at many texts, or at long ones: `await pace.after(text.length)`, and others are heard now and then. */
export class Pace {
  #left = TURN_CHARACTERS;

  async after(characters: number): Promise<void> {
    this.#left -= characters;
    if (this.#left > 0) return;
    this.#left = TURN_CHARACTERS;
    await eventLoop.next();
  }
}
