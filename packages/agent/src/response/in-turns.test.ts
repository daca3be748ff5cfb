import { expect, test } from 'vitest';
import type { Response } from './held-to-contract.ts';
import { inTurns, TURN_LETTERS } from './in-turns.ts';

/** How many turns of the event loop are between a call that is said and the same call, handed on. */
async function turnsBefore(letters: number): Promise<number> {
  let turns = 0;
  async function* said(): Response {
    setImmediate(() => (turns += 1));
    yield { type: 'call', part: 0, name: 'echo', arguments: 'x'.repeat(letters), runs: 'here' };
    return { type: 'end', reason: 'tool_calls' };
  }
  expect(await inTurns(said()).next()).toMatchObject({ value: { type: 'call', name: 'echo' } });
  return turns;
}

test('[M3] a long call is handed on in a later turn than that in which it was made and counted; a short one at once', async () => {
  expect(await turnsBefore(TURN_LETTERS)).toBe(1);
  expect(await turnsBefore(100)).toBe(0);
});
