import { JsonGauge } from '@toolthread/core/json';
import { ARGUMENT_BOUNDS } from '../argument-bounds.ts';
import type { ModelEnd, Response } from './held-to-contract.ts';

/** No answer of use has as many. Each is an event at least, and every reader of the thread walks them. */
export const MOST_CALLS = 256;
export const MOST_PARTS = 4096;

/**
 * An answer of too many calls, or of too many pieces, is an error: none of its calls runs. No arguments go on into the ledger that are larger than anybody may run: every reader of the thread would have to walk them. They are cut
 * right after what was too much, so that they are no complete JSON, and the call is told why it did not run.
 */
export async function* boundedCalls(response: Response): Response {
  const streamed = new Map<number, JsonGauge>();
  const calls = new Set<number>();
  const parts = new Set<number>();
  let results = 0;
  for (;;) {
    const { done, value: event } = await response.next();
    if (done === true) return event;
    if (event.type === 'result') results += 1;
    else parts.add(event.part);
    if (event.type === 'call' || event.type === 'input.delta') calls.add(event.part);
    const excess = excessIn(calls.size, parts.size + results);
    if (excess !== undefined) {
      await response.return(excess);
      return excess;
    }
    switch (event.type) {
      case 'input.delta': {
        const gauge = streamed.get(event.part) ?? new JsonGauge(ARGUMENT_BOUNDS);
        streamed.set(event.part, gauge);
        yield { ...event, text: event.text.slice(0, gauge.push(event.text)) };
        break;
      }
      case 'call': {
        const gauge = new JsonGauge(ARGUMENT_BOUNDS);
        const kept = gauge.push(event.arguments);
        // What the provider wants back unchanged may hold the arguments once more.
        const { blob: _, ...others } = event;
        yield gauge.excess === undefined ? event : { ...others, arguments: event.arguments.slice(0, kept) };
        break;
      }
      case 'text.delta':
      case 'reasoning.delta':
      case 'part':
      case 'result':
        yield event;
        break;
      default:
        event satisfies never;
    }
  }
}

function excessIn(calls: number, parts: number): ModelEnd | undefined {
  if (calls <= MOST_CALLS && parts <= MOST_PARTS) return undefined;
  const what = calls > MOST_CALLS ? `${MOST_CALLS} calls` : `${MOST_PARTS} pieces`;
  const message = `The model made more than ${what} in one answer. It was cut off, and none of its calls was run.`;
  return { type: 'end', reason: 'error', error: { message, code: 'too_many_calls', retryable: false } };
}
