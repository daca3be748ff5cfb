import { setImmediate } from 'node:timers/promises';

/** How many bytes are written or removed before the event loop gets a turn. */
const TURN_BYTES = 1_000_000;
/** The cost of a row in addition to its content, in bytes. */
const ROW_BYTES = 20_000;

/** For code that writes or deletes many rows, or large ones: `await pace.before(content.length)` lets the event loop run from time to time. */
export class RowPace {
  #left = TURN_BYTES;

  async before(bytes: number): Promise<void> {
    this.#left -= ROW_BYTES + bytes;
    if (this.#left >= 0) return;
    this.#left = TURN_BYTES;
    await setImmediate();
  }
}
