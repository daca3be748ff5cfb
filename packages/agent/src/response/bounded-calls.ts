import type { ModelEvent } from '@toolthread/core/context';
import { JsonGauge } from '@toolthread/core/json';
import { ARGUMENT_BOUNDS } from '../argument-bounds.ts';
import type { ModelEnd, Response } from './held-to-contract.ts';

type Said = Exclude<ModelEvent, ModelEnd>;

/** No useful response has as many. Each is at least one event, which every reader of the thread has to go through. */
export const MOST_CALLS = 256;
export const MOST_PARTS = 4096;
/** Of words, reasoning and arguments together. */
export const MOST_LETTERS = 8_000_000;
/** Of what is kept of them and of the names of calls, as UTF-8: a million tokens. What holds it, writes it and finds it takes some times that for a moment. */
export const MOST_BYTES = 4_000_000;

/**
 * A response with too many calls, pieces, letters or bytes is an error, and none of its calls runs. Arguments that are too large to run are not written into the ledger in full: every reader of the thread would have to go through them. They are cut
 * right after the limit, so that they are not complete JSON, and the result of the call says why it did not run.
 */
export async function* boundedCalls(response: Response): Response {
  const streamed = new Map<number, JsonGauge>();
  const calls = new Set<number>();
  const parts = new Set<number>();
  const named = new Set<string>();
  let results = 0;
  let letters = 0;
  let bytes = 0;
  for (;;) {
    const { done, value: event } = await response.next();
    if (done === true) return event;
    if (event.type === 'result') results += 1;
    else parts.add(event.part);
    if (event.type === 'call' || event.type === 'input.delta') calls.add(event.part);
    const kept = keptOf(event, streamed);
    if ('text' in event) letters += event.text?.length ?? 0;
    bytes += Buffer.byteLength(namesIn(event, named));
    if ('text' in kept) bytes += Buffer.byteLength(kept.text ?? '');
    if (kept.type === 'call' && !streamed.has(kept.part)) bytes += Buffer.byteLength(kept.arguments);
    const excess = excessIn(calls.size, parts.size + results, letters, bytes);
    if (excess !== undefined) {
      await response.return(excess);
      return excess;
    }
    yield kept;
  }
}

/** Whose length nobody else bounds: of a call its name and the provider's id, once each. */
function namesIn(event: Said, named: Set<string>): string {
  const key = `${event.type} ${event.part}`;
  if ((event.type !== 'call' && event.type !== 'input.delta') || event.name === undefined || named.has(key)) return '';
  named.add(key);
  return event.name + (event.type === 'call' ? (event.providerId ?? '') : '');
}

function keptOf(event: Said, streamed: Map<number, JsonGauge>): Said {
  switch (event.type) {
    case 'input.delta': {
      const gauge = streamed.get(event.part) ?? new JsonGauge(ARGUMENT_BOUNDS);
      streamed.set(event.part, gauge);
      return { ...event, text: event.text.slice(0, gauge.push(event.text)) };
    }
    case 'call': {
      const gauge = new JsonGauge(ARGUMENT_BOUNDS);
      const kept = gauge.push(event.arguments);
      // What the provider wants back unchanged may hold the arguments once more.
      const { blob: _, ...others } = event;
      return gauge.excess === undefined ? event : { ...others, arguments: event.arguments.slice(0, kept) };
    }
    case 'text.delta':
    case 'reasoning.delta':
    case 'part':
    case 'result':
      return event;
    default:
      return event satisfies never;
  }
}

function excessIn(calls: number, parts: number, letters: number, bytes: number): ModelEnd | undefined {
  const what = [
    ...(calls > MOST_CALLS ? [`made more than ${MOST_CALLS} calls`] : []),
    ...(parts > MOST_PARTS ? [`made more than ${MOST_PARTS} pieces`] : []),
    ...(letters > MOST_LETTERS ? [`wrote more than ${MOST_LETTERS} letters`] : []),
    ...(bytes > MOST_BYTES ? [`wrote more than ${MOST_BYTES / 1e6} MB`] : []),
  ];
  if (what[0] === undefined) return undefined;
  const message = `The model ${what[0]} in one answer. It was cut off, and none of its calls was run.`;
  return { type: 'end', reason: 'error', error: { message, code: 'answer_too_long', retryable: false } };
}
