import { JsonGauge } from '@toolthread/core/json';
import { ARGUMENT_BOUNDS } from '../argument-bounds.ts';
import type { Response } from './held-to-contract.ts';

/**
 * No arguments go on into the ledger that are larger than anybody may run: every reader of the thread would have to walk them. They are cut
 * right after what was too much, so that they are no complete JSON, and the call is told why it did not run.
 */
export async function* boundedCalls(response: Response): Response {
  const streamed = new Map<number, JsonGauge>();
  for (;;) {
    const { done, value: event } = await response.next();
    if (done === true) return event;
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
