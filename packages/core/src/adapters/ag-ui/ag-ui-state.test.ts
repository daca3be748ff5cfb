import { expect, test } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { agUiState } from './ag-ui-state.ts';

test('what is open is told in the order in which it was asked, and by name where that was at once', () => {
  const opened = { type: 'request.opened', kind: 'approval' } as const;
  const state = foldAll(
    eventsOf([
      { ...opened, request: 'z', at: 1000 },
      { ...opened, request: 'm', at: 1000 },
      { ...opened, request: 'gone', at: 1500 },
      { ...opened, request: 'a', at: 2000 },
      { type: 'request.resolved', request: 'gone', decision: 'deny', at: 3000 },
    ]),
  );
  expect(Object.keys(Object(agUiState(state)['requests']))).toEqual(['m', 'z', 'a']);
});
