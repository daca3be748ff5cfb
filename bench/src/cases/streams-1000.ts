import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from '../case.ts';
import { fillLedger } from '../load/large-ledger.ts';
import { startMeasured } from '../load/start-measured.ts';

const CLIENTS = 1000;
const EVENTS = 50;
const PAUSE_MS = 100;
const LIMIT_MS = 250;

/** [B.6 56] A thousand readers of one thread, ten events a second: how late the slowest hundredth hears of one. */
export const streams1000: Case = {
  name: 'streams-1000',
  unit: `ms from an event's request to its reader, p99 of ${CLIENTS} readers at 10 events/s, over ${LIMIT_MS} ms`,
  target: { at: 'most', ratio: 1 },
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
    try {
      const file = join(folder, 'ledger.db');
      const { changed } = await fillLedger(file, { events: 0, threads: 0, unanswered: 0 });
      const server = await startMeasured(file);
      try {
        const late: number[] = [];
        const sentAt = new Map<string, number>();
        const readers = Array.from({ length: CLIENTS }, () =>
          server.open(`/threads/${changed}/events`, (text) => {
            for (const [, name = ''] of text.matchAll(/"title":"(event \d+)"/g)) {
              late.push(performance.now() - (sentAt.get(name) ?? Infinity));
            }
          }),
        );
        await Promise.all(readers.map(({ opened }) => opened));
        await server.report();
        for (let n = 0; n < EVENTS; n += 1) {
          const title = `event ${n}`;
          sentAt.set(title, performance.now());
          await server.post(`/threads/${changed}/title`, { title });
          await sleep(PAUSE_MS);
        }
        for (let waited = 0; late.length < CLIENTS * EVENTS && waited < 100; waited += 1) await sleep(PAUSE_MS);
        const { longest, memory } = await server.report();
        for (const { close } of readers) close();
        const p99 = late.toSorted((a, b) => a - b)[Math.floor(late.length * 0.99)] ?? Infinity;
        const note = `${late.length} of ${CLIENTS * EVENTS} heard, longest turn ${longest.toFixed(0)} ms, memory ${Math.round(memory / 1e6)} MB`;
        return { ours: p99, theirs: LIMIT_MS, note };
      } finally {
        server.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
