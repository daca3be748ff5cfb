/**
 * A time limit that can be paused and begun again, and ends at once when whoever waits is stopped. Its timer ends with the work, where an
 * `AbortSignal.timeout` would stay until it fires.
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

  /** The time is over, and nobody had stopped it before. */
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

  /** What it was for is done: it aborts no more. */
  [Symbol.dispose](): void {
    this.pause();
    this.#stop.removeEventListener('abort', this.#abort);
  }
}
