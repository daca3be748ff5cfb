import { joined, LONGEST_GAP_MS, without, workTimes } from './work-times.ts';

/** From when to when, in milliseconds. */
export type Span = readonly [from: number, to: number];

/** When there was work in a thread, and when it waited for a person. */
export interface WorkedSpans {
  readonly worked: readonly Span[];
  readonly waited: readonly Span[];
}

/**
 * How long a thread worked: what is meant wherever a thread or a session is said to have taken so long. Between two things that were recorded there was
 * work; a pause of more than five minutes counts as five, and waiting for a person is none, but for what ran meanwhile.
 *
 * @example
 * const clock = new WorkClock();
 * for (const minute of [0, 1, 60]) clock.saw(minute * 60_000 + 1);
 * clock.spans().worked; //=> [[1, 360_001]]
 */
export class WorkClock {
  readonly #times: number[] = [];
  readonly #waits: Span[] = [];
  readonly #ran: Span[] = [];

  /** Something was recorded. Not every file says when. */
  saw(at: number): void {
    if (at > 0 && at !== this.#times.at(-1)) this.#times.push(at);
  }

  /** A question, or what had to be approved, was open. */
  waited(from: number, to: number): void {
    if (from > 0 && to > from) this.#waits.push([from, to]);
  }

  /** A call ran, and waited for nobody; `durationMs`: as long as it says itself. Where it does not, a file does not tell what happened in more than five minutes. */
  ran(startedAt: number | undefined, to: number, durationMs: number | undefined): void {
    const from = durationMs === undefined ? startedAt : to - durationMs;
    if (from === undefined || from <= 0 || to <= from) return;
    this.#ran.push([from, durationMs === undefined ? Math.min(to, from + LONGEST_GAP_MS) : to]);
  }

  spans(): WorkedSpans {
    // Records do not come in the order of their times: one late record must not hide the work between the others.
    const times = Float64Array.from(this.#times).sort();
    const waited = joined(this.#waits);
    return { worked: joined([...without(workTimes(times), waited), ...this.#ran]), waited };
  }
}
