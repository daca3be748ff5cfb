/** What a worker has read stays in memory as long as it is there: with nothing to do and nothing to hold, it ends, and the next question starts another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { askWorker } from './ask-worker.ts';

/** It answers with the number of its thread; what it holds is said by the question. */
const PROGRAM = `
import { threadId } from 'node:worker_threads';
import { answerAsker } from ${JSON.stringify(new URL('./answer-asker.ts', import.meta.url).href)};
let held = false;
answerAsker(async (ask) => { held = ask === 'hold'; return threadId; }, () => held);`;

function workerWith(idleMs: number): (question: 'hold' | 'let go') => Promise<number> {
  const file = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`);
  const worker = askWorker<'hold' | 'let go'>(file, { env: process.env, name: 'It', idleMs });
  onTestFinished(() => worker.close());
  return (question) => worker.ask(question);
}

test('[B.6 48] a worker ends when nobody has asked for a while, and another answers the next question', async () => {
  const ask = workerWith(50);
  const first = await ask('let go');
  await expect.poll(() => ask('let go').then((now) => sleep(200, now))).not.toBe(first);
});

test('a worker that holds what a later question is about does not end before it has let go', async () => {
  const ask = workerWith(50);
  const first = await ask('hold');
  await sleep(500);
  expect(await ask('hold')).toBe(first);
  await ask('let go');
  await expect.poll(() => ask('let go').then((now) => sleep(200, now))).not.toBe(first);
});

test('a worker that is asked again in time is the same', async () => {
  const ask = workerWith(60_000);
  expect(await ask('let go')).toBe(await ask('let go'));
});
