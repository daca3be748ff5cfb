import { JsonGauge } from '@toolthread/core/json';
import { ARGUMENT_BOUNDS } from '../argument-bounds.ts';
import type { ModelEnd, Response } from './held-to-contract.ts';

/** No answer of use has as many. Each is an event at least, and every reader of the thread walks them. */
export const MOST_CALLS = 256;
export const MOST_PARTS = 4096;
/** Of words, reasoning and arguments together: some millions of tokens. */
export const MOST_LETTERS = 8_000_000;

/**
 * An answer of too many calls, pieces or letters is an error: none of its calls runs. No arguments go on into the ledger that are larger than anybody may run: every reader of the thread would have to walk them. They are cut
 * right after what was too much, so that they are no complete JSON, and the call is told why it did not run.
 */
export async function* boundedCalls(response: Response): Response {
  const streamed = new Map<number, JsonGauge>();
  const calls = new Set<number>();
  const parts = new Set<number>();
  let results = 0;
  let letters = 0;
  for (;;) {
    const { done, value: event } = await response.next();
    if (done === true) return event;
    if (event.type === 'result') results += 1;
    else parts.add(event.part);
    if (event.type === 'call' || event.type === 'input.delta') calls.add(event.part);
    if ('text' in event) letters += event.text?.length ?? 0;
    const excess = excessIn(calls.size, parts.size + results, letters);
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

function excessIn(calls: number, parts: number, letters: number): ModelEnd | undefined {
  const what = [
    ...(calls > MOST_CALLS ? [`made more than ${MOST_CALLS} calls`] : []),
    ...(parts > MOST_PARTS ? [`made more than ${MOST_PARTS} pieces`] : []),
    ...(letters > MOST_LETTERS ? [`wrote more than ${MOST_LETTERS} letters`] : []),
  ];
  if (what[0] === undefined) return undefined;
  const message = `The model ${what[0]} in one answer. It was cut off, and none of its calls was run.`;
  return { type: 'end', reason: 'error', error: { message, code: 'answer_too_long', retryable: false } };
}
