import { type LedgerEvent, LedgerWriter } from '@toolthread/core';
import { foldListed, foldListedSteps, newListedThread } from '@toolthread/core/summary';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventLoop } from './turns.ts';
import { inTurns } from './in-turns.ts';

const CALLS = 3000;

test('[M3] the end of a thread over thousands of open calls gives others many turns; another event gives none', async () => {
  const writer = new LedgerWriter('t');
  writer.write({ type: 'agent.step.started', step: 1 });
  for (let part = 0; part < CALLS; part += 1)
    writer.write({ type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: 'look', arguments: '{}' });
  const open = writer.events.reduce(foldListed, newListedThread('t'));
  const turns = vi.spyOn(eventLoop, 'next');
  onTestFinished(() => turns.mockRestore());
  await inTurns(foldListedSteps(open, next({ type: 'thread.renamed', title: 'Calls' })));
  expect(turns).not.toHaveBeenCalled();
  const closed = next({ type: 'thread.closed' });
  expect(await inTurns(foldListedSteps(open, closed))).toEqual(foldListed(open, closed));
  // Three views take the calls, a thousand in a turn.
  expect(turns.mock.calls.length).toBeGreaterThanOrEqual(3 * (CALLS / 1000));

  function next(draft: { type: 'thread.closed' } | { type: 'thread.renamed'; title: string }): LedgerEvent {
    return { v: 1, thread: 't', seq: open.state.seq + 1, at: 0, ...draft };
  }
});
