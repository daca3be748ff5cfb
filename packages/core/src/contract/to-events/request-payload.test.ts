import { expect, test } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { settledPayload } from './request-payload.ts';

test('a settlement is told with all that was said', () => {
  const said = { decision: 'edit', executed_arguments: '{"a":2}', reason: 'Not there.', by: 'ada' } as const;
  const state = foldAll(
    eventsOf([
      { type: 'request.opened', request: 'q1', kind: 'approval' },
      { type: 'request.resolved', request: 'q1', ...said },
    ]),
  );
  const request = state.requests.get('q1');
  expect(request && settledPayload(request)).toEqual({ request: 'q1', ...said });
});
