import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { EventDraft } from '@toolthread/core';
import type { Ledger } from '@toolthread/store';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readStream } from '../../test/read-stream.ts';
import { newThread, type Started, startServer, TOKEN, until, unwrap } from '../../test/start-server.ts';
import { encodeEvent } from './event-pages.ts';

/** Longer than any test lasts. */
const NEVER_MS = 3_600_000;

const ORIGINAL_WRITE = ServerResponse.prototype.write;

function delta(offset: number, text = 'x'): EventDraft {
  return { type: 'agent.text.delta', step: 1, part: 0, offset, text };
}

async function append({ ledger }: Started, thread: string, count: number, text = 'x'): Promise<void> {
  unwrap(
    await ledger.append(
      thread,
      Array.from({ length: count }, (_, i) => delta(i, text)),
    ),
  );
}

/** How many read along now, and how many ever did. */
function countReaders({ hub }: Started): { now: number; ever: number } {
  const count = { now: 0, ever: 0 };
  const { subscribe } = hub;
  Object.assign(hub, {
    subscribe: (thread: string, wake: () => void) => {
      const end = subscribe(thread, wake);
      count.now += 1;
      count.ever += 1;
      return () => {
        count.now -= 1;
        end();
      };
    },
  });
  return count;
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('replays from the ledger, goes on live, and numbers each event by its seq', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await append(started, thread, 600);
  const reader = await readStream(started.port, thread);
  expect(reader.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(await reader.seqs(601)).toEqual(numbers(1, 601));
  await append(started, thread, 5);
  expect(await reader.seqs(606)).toEqual(numbers(1, 606));
  const ids = [...reader.text().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(ids).toEqual(numbers(1, 606));
});

/** What is read is old when it arrives, as it is with a database on another machine. */
function distant(ledger: Ledger): Ledger {
  return {
    ...ledger,
    read: async (thread, range) => {
      const page = await ledger.read(thread, range);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return page;
    },
  };
}

test.each([
  ['near', (ledger: Ledger) => ledger],
  ['distant', distant],
])(
  '[B.6 26] a %s ledger: no gap and no repeat from replay to live, whatever is appended meanwhile',
  async (_, wrap) => {
    const started = await startServer({ wrap });
    const thread = await newThread(started);
    const pace = fc.record({ count: fc.integer({ min: 1, max: 4 }), pauseMs: fc.integer({ min: 0, max: 3 }) });
    let seq = 1;
    for (const batch of fc.sample(fc.array(pace, { minLength: 1, maxLength: 6 }), 40)) {
      const after = Math.max(0, seq - 20);
      const reading = readStream(started.port, thread, { query: `?after=${after}` });
      for (const { count, pauseMs } of batch) {
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        await append(started, thread, count);
        seq += count;
      }
      const reader = await reading;
      expect(await reader.seqs(seq - after)).toEqual(numbers(after + 1, seq));
      reader.close();
    }
  },
);

test('reconnects after Last-Event-ID, which is newer than what stands in the address', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await append(started, thread, 9);
  const reader = await readStream(started.port, thread, { query: '?after=2', headers: { 'last-event-id': '8' } });
  expect(await reader.seqs(2)).toEqual([9, 10]);
  const atEnd = await readStream(started.port, thread, { headers: { 'last-event-id': '10' } });
  await append(started, thread, 1);
  expect(await atEnd.seqs(1)).toEqual([11]);
});

test.each([
  ['0', 200],
  ['', 200],
  ['10', 200],
  ['11', 400],
  ['9007199254740993', 400],
  ['99999999999999999999999', 400],
  ['-1', 400],
  ['NaN', 400],
  ['1.5', 400],
  ['1e3', 400],
  ['0x10', 400],
  [' 5', 400],
  ["1' or 1=1", 400],
  ['null', 400],
])(
  '[B.6 25] [B.3 11] CVE-2026-31950: a cursor of "%s" gives %i, and never an event of another thread',
  async (cursor, status) => {
    const started = await startServer();
    const thread = await newThread(started);
    const other = await newThread(started);
    await append(started, thread, 9);
    await append(started, other, 50, 'of the other');
    const query = `?after=${encodeURIComponent(cursor)}`;
    for (const suffix of [query, `${query}&limit=100`]) {
      const answer = await started.call('GET', `/api/threads/${thread}/events${cursor === '' ? '' : suffix}`);
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain('of the other');
      if (status === 400)
        expect(answer.json).toMatchObject({ error: { code: expect.stringMatching(/^(bad_cursor|cursor_ahead)$/) } });
    }
    const header = await started.call('GET', `/api/threads/${thread}/events`, {
      headers: { 'last-event-id': cursor.trim() },
    });
    expect([200, 400]).toContain(header.status);
  },
);

test('a thread that is not there is 404, in both forms', async () => {
  const { call } = await startServer();
  expect((await call('GET', '/api/threads/none/events')).status).toBe(404);
  expect((await call('GET', '/api/threads/none/events?limit=5')).status).toBe(404);
});

test('[L1] as JSON the same events, page by page', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await append(started, thread, 25);
  const reader = await readStream(started.port, thread);
  await reader.seqs(26);
  const pages: unknown[] = [];
  for (let after = 0; after < 26; after += 10) {
    const { json } = await started.call('GET', `/api/threads/${thread}/events?after=${after}&limit=10`);
    expect(json).toMatchObject({ last_seq: 26 });
    pages.push(json);
  }
  expect(pages).toMatchObject([
    { events: reader.events.slice(0, 10) },
    { events: reader.events.slice(10, 20) },
    { events: reader.events.slice(20) },
  ]);
  const accepted = await started.call('GET', `/api/threads/${thread}/events`, {
    headers: { accept: 'application/json' },
  });
  expect(accepted.json).toEqual({ events: reader.events, last_seq: 26 });
  expect(await started.call('HEAD', `/api/threads/${thread}/events`)).toMatchObject({ status: 200, text: '' });
  for (const limit of ['0', '-1', 'x', '1.5']) {
    expect((await started.call('GET', `/api/threads/${thread}/events?limit=${limit}`)).status).toBe(400);
  }
});

test.each(['gzip', 'br, gzip;q=0.5', 'deflate', 'zstd', '*'])(
  'a stream is never compressed, though the reader would take %s: a compressor keeps back what it has not filled a block with',
  async (accepted) => {
    const started = await startServer();
    const thread = await newThread(started);
    const reader = await readStream(started.port, thread, { headers: { 'accept-encoding': accepted } });
    expect(reader.response.headers).not.toHaveProperty('content-encoding');
    // No proxy may do it either.
    expect(reader.response.headers['cache-control']).toContain('no-transform');
    // One small event at a time, each there before the next is written.
    for (let seq = 2; seq < 10; seq += 1) {
      await append(started, thread, 1);
      expect((await reader.seqs(seq)).at(-1)).toBe(seq);
    }
    // As it was written, from its first letter on.
    expect(reader.text()).toMatch(/^:\n\n: purges \d{1,15}\n\nid: 1\n/);
  },
);

test('[B.6 29] a comment keeps an idle stream alive', async () => {
  const started = await startServer({ keepAliveMs: 5 });
  const thread = await newThread(started);
  const reader = await readStream(started.port, thread, { query: '?after=1' });
  await until(() => (reader.text().split(':\n\n').length > 4 ? true : undefined), 'three comments');
  expect(reader.events).toEqual([]);
});

/** Asks for the events of a thread and never reads. */
function stalledReader({ port }: Started, thread: string): void {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/threads/${thread}/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
  );
}

/** Every response of the server, and what waits in it for its reader. */
function watchResponses(): () => readonly number[] {
  const responses = new Set<ServerResponse>();
  const write = vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (
    this: ServerResponse,
    ...given
  ) {
    responses.add(this);
    return Reflect.apply(ORIGINAL_WRITE, this, given);
  });
  onTestFinished(() => write.mockRestore());
  return () => [...responses].filter(({ destroyed }) => !destroyed).map(({ writableLength }) => writableLength);
}

test.each([
  ['many small events', 3000, 2000],
  ['events of 100 KB', 60, 100_000],
  ['events of 3 MB', 3, 3_000_000],
  ['events of 3 MB in letters of three bytes', 3, -1_000_000],
])('[M6] [B.6 28] a reader that takes nothing costs less than 1 MB: %s', async (_, events, length) => {
  // Nobody is dropped while the test looks at them, however slow the machine is.
  const started = await startServer({ stallMs: NEVER_MS, keepAliveMs: 10 });
  const thread = await newThread(started);
  const text = length < 0 ? '€'.repeat(-length) : 'x'.repeat(length);
  const batch = Math.ceil(events / 30);
  for (let made = 0; made < events; made += batch) await append(started, thread, batch, text);
  const last = unwrap(await started.ledger.thread(thread)).seq;
  const waiting = watchResponses();
  for (let i = 0; i < 10; i += 1) stalledReader(started, thread);
  let most = 0;
  // The system's own buffers are full, and the server waits for each of them.
  await until(() => {
    const sizes = waiting();
    most = Math.max(most, ...sizes);
    return sizes.filter((size) => size > 0).length === 10 ? true : undefined;
  }, 'ten readers that wait');
  const quick = await readStream(started.port, thread);
  await until(() => {
    most = Math.max(most, ...waiting());
    return quick.events.length >= last ? true : undefined;
  }, 'the one that reads');
  expect(quick.events.map(({ seq }) => seq)).toEqual(numbers(1, last));
  expect(most).toBeLessThan(1_000_000);
  expect(quick.isClosed()).toBe(false);
});

test('[M6] [B.6 28] readers that take nothing for a while are dropped, and reconnect where they were', async () => {
  const started = await startServer({ stallMs: 50 });
  const thread = await newThread(started);
  // More than the system takes for a reader that takes nothing: its buffers may grow to 10 MB.
  await append(started, thread, 300, 'x'.repeat(100_000));
  const count = countReaders(started);
  for (let i = 0; i < 10; i += 1) stalledReader(started, thread);
  await until(() => (count.ever === 10 && count.now === 0 ? true : undefined), 'all of them dropped');
  const again = await readStream(started.port, thread, { query: '?after=99' });
  expect((await again.seqs(2)).slice(0, 2)).toEqual([100, 101]);
});

test('[M6] an event of 8 MB is delivered whole, in pieces, and so is what comes after it', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await append(started, thread, 1, '€'.repeat(2_700_000));
  await append(started, thread, 3);
  const reader = await readStream(started.port, thread);
  expect(await reader.seqs(5)).toEqual([1, 2, 3, 4, 5]);
  expect(reader.events).toEqual(
    unwrap(await started.ledger.read(thread, { after: 0, limit: 1 })).concat(
      unwrap(await started.ledger.read(thread, { after: 1, limit: 1 })),
      unwrap(await started.ledger.read(thread, { after: 2, limit: 9 })),
    ),
  );
});

test('[M2] a replay lets others be heard between any two pages', async () => {
  const pagesOfTurn = new Map<number, number>();
  let turn = 0;
  const started = await startServer({
    wrap: (ledger) => ({
      ...ledger,
      read: (thread, range) => {
        pagesOfTurn.set(turn, (pagesOfTurn.get(turn) ?? 0) + 1);
        // On every machine a page takes as long as a turn may be.
        const end = performance.now() + 9;
        while (performance.now() < end);
        return ledger.read(thread, range);
      },
    }),
  });
  const thread = await newThread(started);
  for (let n = 0; n < 8; n += 1) await append(started, thread, 1000);
  const count = (): void => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  onTestFinished(() => clearImmediate(counting));
  const readers = await Promise.all(Array.from({ length: 5 }, () => readStream(started.port, thread)));
  for (const reader of readers) expect(await reader.seqs(8001)).toHaveLength(8001);
  expect(pagesOfTurn.size).toBeGreaterThan(31);
  expect(Math.max(...pagesOfTurn.values())).toBe(1);
});

test('a reader that leaves costs nothing afterwards', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const count = countReaders(started);
  const readers = await Promise.all([1, 2, 3].map(() => readStream(started.port, thread)));
  await until(() => (count.now === 3 ? true : undefined), 'three readers');
  for (const reader of readers) reader.close();
  await until(() => (count.now === 0 ? true : undefined), 'no reader left');
});

test('[B.6 30] [B.3 14] CVE-2026-29085: no text can end a frame early or add a field', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('\r', '\n', '\u2028', '\u0000', '\ud800', 'data: ', 'id: 9', ':', 'a'),
  });
  fc.assert(
    fc.property(hostile, (text) => {
      const event = { v: 1, thread: text, seq: 7, at: 0, type: 'thread.renamed', title: text } as const;
      const lines = encodeEvent(event).split(/\r\n|\r|\n/);
      expect(lines).toEqual(['id: 7', expect.stringMatching(/^data: /), '', '']);
      expect(JSON.parse(lines[1]?.slice(6) ?? '')).toEqual(event);
    }),
  );
});

test('when the server closes, streams end at once', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const reader = await readStream(started.port, thread);
  await started.server.close();
  await until(() => (reader.isClosed() ? true : undefined), 'the end of the stream');
});
