import type { Usage } from '@toolthread/core';
import type { ModelEvent, ToolSchema } from '@toolthread/core/context';

type End = Extract<ModelEvent, { type: 'end' }>;

/** Why and with which error a response ended. */
export type Ending = Pick<End, 'reason' | 'error'>;

/** Whose response is decoded. */
export interface DecodeOptions {
  /** As the ledger knows it: blobs are stamped with it. */
  readonly provider?: string;
  /** As the request named it; without a name, as the response does. */
  readonly model?: string;
  /** To find a tool's own name, where its name on the wire is another. */
  readonly tools?: readonly ToolSchema[];
}

/**
 * Frames of one response in, model events out. Contract: over its life it gives exactly one `end`, the last event, from
 * `push` where the provider says so, else from `end`. Nothing in a frame makes it throw. After the `end` it returns nothing.
 *
 * @example
 * import { decode } from '@toolthread/providers/anthropic';
 * const decoder = decode();
 * decoder.push({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }).map(({ type }) => type); //=> ['end']
 * decoder.end(); //=> []
 */
export abstract class Decoder {
  #hasEnded = false;

  push(frame: unknown): ModelEvent[] {
    return this.#hasEnded ? [] : this.#checked(this.read(frame));
  }

  /** No more frames. Without a reason the stream broke off: an error, and another attempt may succeed. */
  end(how?: Ending): ModelEvent[] {
    return this.#hasEnded ? [] : this.#checked(this.finish(how));
  }

  /** What a frame says; the events of `finish`, if it says that the response is over. */
  protected abstract read(frame: unknown): ModelEvent[];

  /** What is left to say, and the `end`. */
  protected abstract finish(how: Ending | undefined): ModelEvent[];

  #checked(events: ModelEvent[]): ModelEvent[] {
    this.#hasEnded = events.at(-1)?.type === 'end';
    return events;
  }
}

/** `endEvent({ reason: 'stop' }, usage)` */
export function endEvent(how: Ending, usage: Usage | undefined): End {
  return { type: 'end', ...how, ...(usage === undefined ? {} : { usage }) };
}

export const BROKEN_OFF: Ending = {
  reason: 'error',
  error: {
    message: 'The response broke off before the model had finished.',
    code: 'incomplete_stream',
    retryable: true,
  },
};
