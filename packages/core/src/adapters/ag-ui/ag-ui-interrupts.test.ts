import { expect, test } from 'vitest';
import { foldAll } from '../../ledger/fold/fold.ts';
import { eventsOf } from '../../../test/events-of.ts';
import { agUiInterrupts } from './ag-ui-interrupts.ts';
import { agUiReader } from './ag-ui-reader.ts';

test('a request that is read back from the end of its run is the one that was asked', () => {
  const told = {
    kind: 'approval',
    title: 'Publish',
    proposed_arguments: '{"a":1}',
    covers: 'npm',
    expires_at: 9000,
  } as const;
  const state = foldAll(eventsOf([{ type: 'request.opened', request: 'q1', ...told }]));
  const reader = agUiReader();
  const ids = { threadId: 't1', runId: 'r1' };
  const interrupts = agUiInterrupts(state);
  const drafts = [
    ...reader.push({ type: 'RUN_STARTED', ...ids }),
    ...reader.push({ type: 'RUN_FINISHED', ...ids, outcome: { type: 'interrupt', interrupts } }),
  ];
  expect(drafts.find(({ type }) => type === 'request.opened')).toMatchObject({ request: 'q1', ...told });
});
