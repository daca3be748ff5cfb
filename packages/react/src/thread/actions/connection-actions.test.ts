import { connectThread } from '@toolthread/client';
import { expect, onTestFinished, test } from 'vitest';
import { connectionActions } from './connection-actions.ts';

const LOOKING = ['diff'];
const WRITING = ['again', 'answer', 'changeMessage', 'continueRun', 'rewind', 'say', 'takeBack', 'tryNow'];
const APPROVING = ['decide', 'undo'];

test.each([
  ['who may only read', ': may look read\n\n', LOOKING],
  ['who may write', ': may look read write\n\n', [...LOOKING, ...WRITING]],
  ['whose thread it is', ': may look read write approve own\n\n', [...LOOKING, ...WRITING, ...APPROVING]],
  ['of whom the server says nothing', '', [...LOOKING, ...WRITING, ...APPROVING, 'allowAlways']],
])('to somebody %s nothing is offered that the server would refuse', async (_, told, names) => {
  const connection = connectThread({
    baseUrl: 'http://server',
    thread: 't',
    fetch: async () => new Response(`${told}: here\n\n`),
  });
  onTestFinished(() => connection.close());
  await expect.poll(() => connection.connection).toBe('reconnecting');
  expect(Object.keys(connectionActions(connection)).toSorted()).toEqual(names.toSorted());
});
