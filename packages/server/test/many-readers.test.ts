import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import type { Ledger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { readStream } from './read-stream.ts';
import { newThread, type Started, startServer, TOKEN, until, unwrap } from './start-server.ts';

// Sockets and disks: slow on a busy machine, and no test here measures time.
/** Reads a thread's events, and only counts them: `events()` says how many there were. */
function countingReader({ port }: Started, thread: string): () => number {
  let count = 0;
  let rest = '';
  const headers = { authorization: `Bearer ${TOKEN}` };
  const request = get({ port, path: `/api/threads/${thread}/events`, headers, agent: false }, (response) => {
    response.setEncoding('latin1').on('data', (chunk: string) => {
      const text = rest + chunk;
      count += text.split('\nid: ').length - 1;
      rest = text.slice(-4);
    });
    response.on('error', () => undefined);
  });
  request.on('error', () => undefined);
  onTestFinished(() => void request.destroy());
  return () => count;
}

test('[B.6 8] fifty readers stream while much is written, and the write-ahead log stays small', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-wal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ledger.db');
  const started = await startServer({ file });
  const thread = await newThread(started);
  const readers = Array.from({ length: 50 }, () => countingReader(started, thread));
  const text = 'x'.repeat(30_000);
  const deltas = Array.from({ length: 10 }, (_, offset): EventDraft => ({
    type: 'agent.text.delta',
    step: 1,
    part: 0,
    offset,
    text,
  }));
  let largest = 0;
  for (let n = 0; n < 60; n += 1) {
    unwrap(await started.ledger.append(thread, deltas));
    largest = Math.max(largest, statSync(`${file}-wal`).size);
  }
  await until(() => (readers.every((events) => events() === 601) ? true : undefined), 'every event, fifty times');
  // 18 MB were written. No reader holds an old page of the file: each write makes room for the next.
  expect(statSync(file).size).toBeGreaterThan(12_000_000);
  expect(largest).toBeLessThan(8_000_000);
});

test('[B.6 56] a thousand readers hear every event once, in order, and the ledger is read once for all of them', async () => {
  let reads = 0;
  const wrap = (ledger: Ledger): Ledger => ({
    ...ledger,
    read: (...given) => {
      reads += 1;
      return ledger.read(...given);
    },
  });
  const started = await startServer({ wrap });
  const thread = await newThread(started);
  const readers = await Promise.all(Array.from({ length: 1000 }, () => readStream(started.port, thread)));
  for (const reader of readers) await reader.seqs(1);
  reads = 0;
  for (let last = 2; last <= 11; last += 1) {
    unwrap(await started.ledger.append(thread, [{ type: 'thread.renamed', title: `${last}` }]));
    for (const reader of readers) expect((await reader.seqs(last)).at(-1)).toBe(last);
  }
  for (const reader of readers)
    expect(reader.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1));
  // Each event is read once, and after each there is one look that finds nothing more.
  expect(reads).toBeLessThanOrEqual(2 * 10);
});
