import { setImmediate } from 'node:timers/promises';

/** This much is written or gone before others may go on. */
const TURN_BYTES = 1_000_000;
/** What a row takes beside what is in it. */
const ROW_BYTES = 20_000;

/** Of who writes or deletes many rows, or large ones: `await pace.before(content.length)`, and others are heard now and then. */
export class RowPace {
  #left = TURN_BYTES;

  async before(bytes: number): Promise<void> {
    this.#left -= ROW_BYTES + bytes;
    if (this.#left >= 0) return;
    this.#left = TURN_BYTES;
    await setImmediate();
  }
}
