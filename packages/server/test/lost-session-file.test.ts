import { expect, test } from 'vitest';
import { created, eventsOf, MemorySessions, openSession, said, words } from './memory-sessions.ts';
import { readStream } from './read-stream.ts';
import { startServer, type Started, unwrap } from './start-server.ts';

test('[issue 13] [L4] a file that is cut, gone or back is told in the thread, once, to whoever reads it, after a restart too', async () => {
  const sessions = new MemorySessions();
  const whole = [created, said('one', 2), said('two', 3)];
  sessions.add('s1', whole);
  const started = await startServer({ sessions });
  const thread = await openSession(started, 's1');
  const reader = await readStream(started.port, thread);
  const file = async ({ ledger }: Started): Promise<unknown> => unwrap(await ledger.state(thread)).lostFile?.is;
  await reader.seqs(3);
  sessions.rewrite('s1', [created, said('one', 2)]);
  await reader.seqs(5);
  expect(await file(started)).toBe('rewritten');
  sessions.rewrite('s1', whole);
  await reader.seqs(6);
  expect(await file(started)).toBeUndefined();
  expect(unwrap(await started.ledger.state(thread)).life).toBe('open');
  reader.close();
  // Nobody reads it meanwhile, and the server is another.
  sessions.events.delete('s1');
  const later = await started.restart();
  const again = await readStream(later.port, thread);
  await again.seqs(8);
  expect(await file(later)).toBe('gone');
  // What was open ended with the last record, not when the file was missed.
  expect(unwrap(await later.ledger.state(thread)).at).toBe(3);
  sessions.events.set('s1', [...whole, said('three', 4)]);
  await again.seqs(10);
  expect(await file(later)).toBeUndefined();
  const rests = ['thread.rested', 'thread.closed', 'thread.rewound'];
  expect((await eventsOf(later, thread)).filter((event) => !rests.includes(event))).toEqual([
    'thread.created',
    ...words('one', 'two', 'three'),
  ]);
  again.close();
  expect(later.errors).toEqual([]);
});
