import { expect, test } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import { foldAll } from '../fold/fold.ts';
import { openRequests } from './open-requests.ts';

test('what a person is asked and has not answered, the oldest first, and by name where that was at once', () => {
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
  expect(openRequests(state).map(({ id }) => id)).toEqual(['m', 'z', 'a']);
});
