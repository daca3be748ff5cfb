/** A time limit that can be started again and paused. */
export class Deadline {
  readonly #ms: number;
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
    this.begin();
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  begin(): void {
    this.end();
    this.#timer = setTimeout(() => this.#over.abort(), this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
