import type { Clock } from '../src/index.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that passes only when the test says so, or, `hurrying`, as soon as somebody sleeps. */
export class VirtualClock implements Clock {
  #now = 1_800_000_000_000;
  #sleepers: Sleeper[] = [];
  readonly slept: number[] = [];
  readonly #hurrying: boolean;

  constructor(pace: 'still' | 'hurrying' = 'still') {
    this.#hurrying = pace === 'hurrying';
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(ms);
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper: Sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => this.#wake([sleeper]), { once: true });
      if (this.#hurrying)
        setImmediate(() => this.#sleepers.includes(sleeper) && void this.pass(sleeper.at - this.#now));
    });
  }

  /** Lets time pass, and everybody whose time has come go on. */
  async pass(ms: number): Promise<void> {
    this.#now += Math.max(0, ms);
    this.#wake(this.#sleepers.filter(({ at }) => at <= this.#now));
    await settle();
  }

  #wake(woken: readonly Sleeper[]): void {
    this.#sleepers = this.#sleepers.filter((sleeper) => !woken.includes(sleeper));
    for (const { wake } of woken) wake();
  }
}

/** Until nothing moves any more without time or the outer world. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
