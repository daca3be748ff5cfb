import { announcing, createHub, createRunner, createServer } from '@toolthread/server';
import { openPostgresLedger } from '@toolthread/store';
import { startPostgres } from '@toolthread/test-postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from '../../case.ts';
import { newThread, unwrap } from '../../nodes/appended.ts';

const EVENTS = 500;
const PAUSE_MS = 20;
const LIMIT_MS = 100;
const TOKEN = 'bench-token-0123456789';

/** How late a reader at one node hears of what another node writes: from the call of `append` there to the reader's socket here, both in this process. */
export const nodesLatency: Case = {
  name: 'nodes-latency',
  unit: `ms from an append at one node to a reader at another, p99 of ${EVENTS} at ${1000 / PAUSE_MS} a second, over ${LIMIT_MS} ms`,
  target: { at: 'most', ratio: 1 },
  async run() {
    const postgres = await startPostgres({ durable: true });
    const writer = unwrap(await openPostgresLedger({ url: postgres.url }));
    const opened = unwrap(await openPostgresLedger({ url: postgres.url }));
    const hub = createHub();
    const ledger = announcing(opened, hub);
    const runner = createRunner({
      ledger,
      agent: { hasWork: () => false, run: async () => undefined, recover: () => [] },
      node: { name: 'reader' },
    });
    const server = createServer({ ledger, hub, runner, token: TOKEN });
    try {
      const listening = await server.listen({ host: '127.0.0.1', port: 0 });
      if (!listening.ok) throw new Error(listening.message);
      const thread = await newThread(writer);
      const sentAt = new Map<string, number>();
      const late: number[] = [];
      const headers = { authorization: `Bearer ${TOKEN}` };
      const response = await fetch(`${listening.url}/api/threads/${thread}/events`, { headers });
      const reading = (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) {
          for (const [, title = ''] of decoder.decode(chunk).matchAll(/"title":"(event \d+)"/g))
            late.push(performance.now() - (sentAt.get(title) ?? Infinity));
        }
      })().catch(() => undefined);
      // Until the node listens.
      await sleep(2000);
      for (let n = 0; n < EVENTS; n += 1) {
        const title = `event ${n}`;
        sentAt.set(title, performance.now());
        unwrap(await writer.append(thread, [{ type: 'thread.renamed', title }]));
        await sleep(PAUSE_MS);
      }
      for (let waited = 0; late.length < EVENTS && waited < 100; waited += 1) await sleep(100);
      await server.close();
      await reading;
      const sorted = late.toSorted((a, b) => a - b);
      const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Infinity;
      const note = `${late.length} of ${EVENTS} heard, p50 ${at(0.5).toFixed(1)} ms, longest ${at(0.9999).toFixed(0)} ms`;
      return { ours: at(0.99), theirs: LIMIT_MS, note };
    } finally {
      await server.close();
      await runner.close();
      await ledger.close();
      await writer.close();
      await postgres.remove();
    }
  },
};
