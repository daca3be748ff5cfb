/**
 * A time limit that can be paused and restarted, and that ends at once on a stop. Its timer is removed when the work is done;
 * that of `AbortSignal.timeout` would stay until it fires.
 *
 * @example
 * using deadline = new Deadline(60_000, AbortSignal.abort());
 * deadline.signal.aborted; //=> true
 * deadline.isLate; //=> false
 */
export class Deadline implements Disposable {
  readonly #ms: number;
  readonly #stop: AbortSignal;
  readonly #over = new AbortController();
  readonly #abort = (): void => this.#over.abort();
  #timer: NodeJS.Timeout | undefined;
  #late = false;

  constructor(ms: number, stop: AbortSignal) {
    this.#ms = ms;
    this.#stop = stop;
    stop.addEventListener('abort', this.#abort, { once: true });
    if (stop.aborted) this.#abort();
    this.begin();
  }

  /** Aborts when the time is over, and with `stop`. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** The time ran out, and there was no stop before. */
  get isLate(): boolean {
    return this.#late;
  }

  /** The whole time, from now on. */
  begin(): void {
    this.pause();
    this.#timer = setTimeout(() => {
      this.#late = !this.#over.signal.aborted;
      this.#abort();
    }, this.#ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  /** The work is done: it will not abort any more. */
  [Symbol.dispose](): void {
    this.pause();
    this.#stop.removeEventListener('abort', this.#abort);
  }
}
