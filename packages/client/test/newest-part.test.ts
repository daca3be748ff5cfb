/** A long thread of which the newest part is read first. */
import { connectThread, createThread, postDrafts, type ThreadConnection } from '@toolthread/client';
import { type EventDraft, timeline } from '@toolthread/core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { sharedServer, until } from './server-process.ts';

/** A question, one step and its answer: six events. */
function turns(from: number, to: number): EventDraft[] {
  return Array.from({ length: to - from }, (_, at): EventDraft[] => {
    const [n, step] = [from + at, from + at + 1];
    return [
      { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: `Question ${n}` }], delivery: 'now' },
      { type: 'agent.status', status: 'running' },
      { type: 'agent.step.started', step },
      { type: 'agent.part.completed', step, part: 0, kind: 'text', text: `Answer ${n}` },
      { type: 'agent.step.completed', step, finish_reason: 'stop' },
      { type: 'agent.status', status: 'completed' },
    ];
  }).flat();
}

async function write(to: string, drafts: readonly EventDraft[]): Promise<void> {
  for (let from = 0; from < drafts.length; from += 480) {
    const written = await postDrafts(server().endpoint, to, drafts.slice(from, from + 480));
    if (!written.ok) throw new Error(written.error.message);
  }
}

async function longThread(): Promise<string> {
  const created = await createThread(server().endpoint, { agent: 'elsewhere' });
  if (!created.ok) throw new Error(created.error.message);
  await write(created.value.id, turns(0, 1100));
  return created.value.id;
}

async function follow(from: 'newest' | undefined, end: string): Promise<ThreadConnection> {
  const begin = from === undefined ? {} : { from };
  const connection = connectThread({ ...server().endpoint, thread, backoffMs: () => 1, ...begin });
  onTestFinished(() => connection.close());
  await until(() => text(connection, -3).includes(end), end);
  return connection;
}

/** The items from one on, as plain data. */
function text(connection: ThreadConnection, from: number): string {
  return JSON.stringify(timeline(connection.thread()).items.toArray().slice(from), (key, value) =>
    key === 'outwardId' ? undefined : value,
  );
}

const server = sharedServer();
/** For all tests, which add to it at its end. */
let thread = '';
beforeAll(async () => {
  thread = await longThread();
});

test('[L1] the newest part of a long thread, then more of it, then all of it: each as in the whole', async () => {
  const whole = await follow(undefined, 'Answer 1099');
  const newest = await follow('newest', 'Answer 1099');
  expect(whole.snapshot().earlier).toBeUndefined();
  const first = newest.snapshot().earlier;
  if (first === undefined) throw new Error('All of it was read.');
  expect(first.items).toBeGreaterThan(1000);
  expect(text(newest, first.items)).toBe(text(whole, first.items));

  expect(await newest.readEarlier('more')).toMatchObject({ ok: true });
  const second = newest.snapshot().earlier;
  expect(second?.items).toBeLessThan(first.items);
  expect(text(newest, second?.items ?? 0)).toBe(text(whole, second?.items ?? 0));

  expect(await newest.readEarlier('all')).toMatchObject({ ok: true });
  expect(newest.snapshot().earlier).toBeUndefined();
  expect(text(newest, 0)).toBe(text(whole, 0));
  expect(newest.state().seq).toBe(whole.state().seq);
});

test('[L1] what comes meanwhile is not lost, and an event that speaks of what is not here brings it', async () => {
  const newest = await follow('newest', 'Answer 1099');
  const all = newest.readEarlier('more');
  await write(thread, turns(1100, 1110));
  await all;
  await until(() => text(newest, -3).includes('Answer 1109'), 'what came meanwhile');
  expect(newest.snapshot().earlier).toBeDefined();

  await write(thread, [{ type: 'thread.rewound', to: 601 }, ...turns(2000, 2001)]);
  const whole = await follow(undefined, 'Answer 2000');
  await until(() => text(newest, -3).includes('Answer 2000'), 'the answer after the rewind');
  const { items = 0 } = newest.snapshot().earlier ?? {};
  expect(timeline(newest.thread()).items.length).toBe(timeline(whole.thread()).items.length);
  expect(text(newest, items)).toBe(text(whole, items));
});
