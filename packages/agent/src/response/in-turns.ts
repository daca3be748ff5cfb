import { setImmediate } from 'node:timers/promises';
import type { Response } from './held-to-contract.ts';

/** How many letters are checked in one turn of the event loop: each is compared with every form of every secret. */
export const TURN_LETTERS = 65_536;

/** The same response, in pieces: even if much of it arrives at once, the event loop is not blocked. */
export async function* inTurns(response: Response): Response {
  let left = TURN_LETTERS;
  for (;;) {
    const { done, value: event } = await response.next();
    if (done === true) return event;
    if (event.type !== 'text.delta' && event.type !== 'reasoning.delta' && event.type !== 'input.delta') {
      // Whoever is given a long call looks at it in pieces. To make and to count it has taken this turn.
      if (event.type === 'call' && event.arguments.length >= TURN_LETTERS) await setImmediate();
      yield event;
      continue;
    }
    for (let at = 0; at === 0 || at < event.text.length;) {
      const text = event.text.slice(at, at + left);
      yield { ...event, text };
      at += text.length;
      left -= text.length;
      if (left > 0) break;
      await setImmediate();
      left = TURN_LETTERS;
    }
  }
}
