import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from '../case.ts';
import { fillLedger, type LargeLedger, type Sizes } from '../load/large-ledger.ts';
import { type MeasuredServer, startMeasured } from '../load/start-measured.ts';

const USUAL = { events: 150_000, threads: 2_000, unanswered: 100 };
const LIMIT_MS = 50;

/**
 * What a person asks of a server that has much in it, and how long each holds up everybody else. What is left is mostly the collector's:
 * a folded thread is many small objects.
 */
export const loopHold: Case = {
  name: 'loop-hold',
  unit: `ms, the longest turn of a server's event loop, over ${LIMIT_MS} ms`,
  target: { at: 'most', ratio: 1 },
  async run(given) {
    const sizes: Sizes = { ...USUAL, ...given };
    const folder = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
    try {
      const file = join(folder, 'ledger.db');
      const filled = await fillLedger(file, sizes);
      const server = await startMeasured(file);
      try {
        const notes: string[] = [];
        let longest = 0;
        // Once for the compiler.
        for (let n = 0; n < 200; n += 1) await (await server.get('/threads')).text();
        await server.report();
        for (const [name, work] of Object.entries(works)) {
          const more = await work(server, { ...filled, events: sizes.events });
          const report = await server.report();
          longest = Math.max(longest, report.longest);
          notes.push(
            `${name} ${report.longest.toFixed(0)} ms${typeof more === 'string' && more.startsWith('p99') ? ` (${more})` : ''}`,
          );
        }
        const { memory } = await server.report();
        notes.push(`memory ${Math.round(memory / 1e6)} MB`);
        return { ours: longest, theirs: LIMIT_MS, note: notes.join(', ') };
      } finally {
        server.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Work = (server: MeasuredServer, filled: LargeLedger & Pick<Sizes, 'events'>) => Promise<unknown>;

const works: Readonly<Record<string, Work>> = {
  list: async (server) => {
    const took: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const start = performance.now();
      await (await server.get('/threads')).text();
      took.push(performance.now() - start);
    }
    return `p99 ${took.toSorted((a, b) => a - b)[197]?.toFixed(0)} ms as a reader waits`;
  },
  'open one of many': async (server, { short }) => {
    for (const rest of ['', '/events?limit=1000', '/messages'])
      await (await server.get(`/threads/${short}${rest}`)).text();
  },
  replay: (server, { long, events }) => replay(server, long, events),
  'slow readers': (server, { long }) => readSlowly(server, long),
  messages: async (server, { long }) => (await server.get(`/threads/${long}/messages`)).text(),
  diff: async (server, { changed }) => (await server.get(`/threads/${changed}/changes/w1`)).text(),
  'the end of 20,000 open calls': async (server, { called }) => {
    const ended = await server.post(`/threads/${called}/events`, { drafts: [{ type: 'thread.closed' }] });
    if (ended.status !== 201) throw new Error(await ended.text());
    await ended.text();
  },
  'their messages': async (server, { called }) => (await server.get(`/threads/${called}/messages`)).text(),
  'run in the long thread': async (server, { long }) => {
    await server.post(`/threads/${long}/messages`, { text: 'Look around.' });
    await untilDone(server, [long]);
  },
  'a message of 9.5 MB': (server) => said(server, 'The parser reads each line once. '.repeat(288_000)),
  'a message of 3,000,000 Chinese letters': (server) => said(server, '解析器只讀一次，'.repeat(375_000)),
  'an answer of a million accents': (server) => said(server, 'A million accents.'),
  'an answer of a million Chinese letters': (server) => said(server, 'A million Chinese letters.'),
  'a call with 100,000 names': (server) => said(server, 'A call with 100,000 names.'),
  recovery: async (server, { unanswered }) => {
    await server.recover();
    await untilDone(server, unanswered);
  },
};

/** In a thread of its own, until it is answered; then all that a page asks for. */
async function said(server: MeasuredServer, text: string): Promise<void> {
  const made: unknown = await (await server.post('/threads', {})).json();
  if (typeof made !== 'object' || made === null || !('id' in made)) throw new Error('There is no thread.');
  const posted = await server.post(`/threads/${String(made.id)}/messages`, { text });
  if (posted.status !== 201) throw new Error(await posted.text());
  await posted.text();
  await untilDone(server, [String(made.id)]);
  for (const rest of ['', '/events?limit=1000', '/messages'])
    await (await server.get(`/threads/${String(made.id)}${rest}`)).text();
}

/** Reads the events of a thread to the last one there was. */
async function replay(server: MeasuredServer, thread: string, events: number): Promise<void> {
  const response = await server.get(`/threads/${thread}/events`);
  let left = events * 100;
  for await (const chunk of response.body ?? []) {
    left -= chunk.byteLength;
    if (left <= 0) return;
  }
}

const SLOW_READERS = 50;
const SLOW_MS = 3000;

/** Readers that take 1 KB a second: the server waits for each of them, and for nobody else. */
async function readSlowly(server: MeasuredServer, thread: string): Promise<void> {
  const readers = Array.from({ length: SLOW_READERS }, () => server.openSlowly(`/threads/${thread}/events`, 1024));
  await sleep(SLOW_MS);
  for (const close of readers) close();
}

async function untilDone(server: MeasuredServer, threads: readonly string[]): Promise<void> {
  for (const thread of threads) {
    for (;;) {
      const answer: unknown = await (await server.get(`/threads/${thread}`)).json();
      if (typeof answer === 'object' && answer !== null && 'unfinished' in answer && answer.unfinished === false) break;
      await sleep(50);
    }
  }
}
