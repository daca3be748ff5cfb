import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { expect, it } from 'vitest';
import { PieceCuts } from './piece-cuts.ts';

/** Turns of many steps, one step in ten bytes of the file. */
function cutsOf(turns: number, steps: number, apart: number): readonly (readonly [byte: number, inTurn: boolean])[] {
  const cuts = new PieceCuts(true, apart);
  let seq = 0;
  let byte = 0;
  const take = (draft: EventDraft): void => {
    seq += 1;
    const event: LedgerEvent = { ...draft, v: 1, thread: 't', seq, at: 0 };
    cuts.take(event, byte);
  };
  take({ type: 'thread.created' });
  for (let turn = 0; turn < turns; turn += 1) {
    take({ type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'Go on.' }], delivery: 'now' });
    for (let step = turn * steps + 1; step <= (turn + 1) * steps; step += 1) {
      byte += 10;
      take({ type: 'agent.step.started', step });
      take({ type: 'agent.part.completed', step, part: 0, kind: 'text', text: 'Done.' });
      take({ type: 'agent.step.completed', step, finish_reason: 'stop' });
    }
  }
  return cuts.cuts.map((cut) => [cut.byte, cut.inTurn]);
}

it('keeps few of the places in a turn, and each between two turns: a file may have a million steps', () => {
  expect(cutsOf(1, 1000, 1000).length).toBeLessThan(12);
  expect(cutsOf(1, 1000, 0).length).toBe(1000);
  expect(cutsOf(300, 2, 1000).filter(([, inTurn]) => !inTurn).length).toBe(299);
});
