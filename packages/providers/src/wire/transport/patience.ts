type GivenUp = 'stopped' | 'idle';

/**
 * `await new Patience(signal, idleMs).orLate(work)`: what comes of the work, or why nobody waits for it any more.
 *
 * One timer and one listener for a whole stream. With one of each for every frame, what was removed from the signal's list would keep what came
 * next, and with that the frame, until V8 clears all of its memory: an answer a letter at a time is a quarter of a million frames.
 */
export class Patience {
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  #giveUp: (why: GivenUp) => void = () => undefined;
  readonly #onAbort = (): void => this.#giveUp('stopped');

  constructor(signal: AbortSignal, idleMs: number) {
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#giveUp('idle'), idleMs);
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** One work at a time. */
  orLate<T>(work: Promise<T>): Promise<T | GivenUp> {
    this.#timer.refresh();
    return new Promise((resolve, reject) => {
      this.#giveUp = resolve;
      work.then(resolve, (thrown: unknown) => reject(thrown instanceof Error ? thrown : new Error(String(thrown))));
      if (this.#signal.aborted) resolve('stopped');
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
