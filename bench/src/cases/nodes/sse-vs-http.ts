import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from '../../case.ts';
import { type FanOut, startFanOut } from '../../load/fan-out.ts';

const CLIENTS = 1000;
const EVENTS = 200;
const ROUNDS = 5;
const IDLE_KB = 60;

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Events to a thousand readers of one thread, as fast as they are appended, over a loop that writes the same frame to each response. Servers in processes of their own. */
export const sseVsHttp: Case = {
  name: 'sse-vs-http',
  unit: `events/s to ${CLIENTS} clients, committed and sent, over raw res.write of the same frames`,
  target: { at: 'least', ratio: 0.7 },
  run: () =>
    withFolder(async (folder) => {
      const [ours, raw] = [await startFanOut('ours', join(folder, 'ledger.db')), await startFanOut('raw', '')];
      try {
        const rates: { ours: number[]; raw: number[] } = { ours: [], raw: [] };
        for (const side of [ours, raw]) await side.open(CLIENTS);
        const rate = async (side: FanOut): Promise<number> => (CLIENTS * EVENTS * 1000) / (await side.write(EVENTS));
        for (const side of [ours, raw]) await rate(side);
        for (let round = 0; round < ROUNDS; round += 1) {
          rates.ours.push(await rate(ours));
          rates.raw.push(await rate(raw));
        }
        return { ours: median(rates.ours), theirs: median(rates.raw) };
      } finally {
        ours.close();
        raw.close();
      }
    }),
};

/** What a reader costs that is there and reads nothing, because nothing happens. */
export const idleClient: Case = {
  name: 'idle-client',
  unit: `KB of the server's memory for each of ${CLIENTS} idle readers, over ${IDLE_KB} KB`,
  target: { at: 'most', ratio: 1 },
  run: () =>
    withFolder(async (folder) => {
      const server = await startFanOut('ours', join(folder, 'ledger.db'));
      try {
        // Once for the compiler.
        await server.open(100);
        await server.write(100);
        const before = await server.memory();
        await server.open(CLIENTS);
        const after = await server.memory();
        return { ours: (after - before) / CLIENTS / 1024, theirs: IDLE_KB };
      } finally {
        server.close();
      }
    }),
};

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
