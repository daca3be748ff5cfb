/** One thread that a thousand read, in a process of its own: ours, or what a loop over `res.write` does. `fork('fan-out-server.ts', ['ours', FILE, TOKEN])` */
import { createServer as createHttpServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { announcing, createHub, createRunner, createServer } from '@toolthread/server';
import { openLedger } from '@toolthread/store';
import { collectGarbage } from '../measure.ts';
import { deltaOf } from './fan-out.ts';

const [side = '', file = '', token = ''] = process.argv.slice(2);
const write = side === 'ours' ? await ours() : await raw();
process.on('message', (asked) => {
  if (asked === 'memory') {
    collectGarbage();
    process.send?.({ memory: process.memoryUsage().rss });
  } else void write(Number(asked)).then(() => process.send?.({ written: true }));
});
process.on('disconnect', () => process.exit());

async function ours(): Promise<(events: number) => Promise<void>> {
  const opened = await openLedger({ file });
  if (!opened.ok) throw new Error(opened.error.message);
  const hub = createHub();
  const ledger = announcing(opened.value, hub);
  const agent = { hasWork: () => false, run: async () => undefined, recover: () => [] };
  const server = createServer({ ledger, hub, runner: createRunner({ ledger, agent }), token });
  const created = await ledger.createThread({ title: 'Read by many' });
  const thread = created.ok ? (created.value[0]?.thread ?? '') : '';
  const listening = await server.listen({ host: '127.0.0.1', port: 0 });
  if (!listening.ok) throw new Error(listening.message);
  process.send?.({ port: listening.port, path: `/api/threads/${thread}/events` });
  return async (events) => {
    for (let n = 0; n < events; n += 1) await ledger.append(thread, [deltaOf(n === events - 1)]);
  };
}

async function raw(): Promise<(events: number) => Promise<void>> {
  const readers = new Set<ServerResponse>();
  let seq = 1;
  const server = createHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    readers.add(response);
    response.on('close', () => readers.delete(response));
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0, path: '/' });
  return async (events) => {
    for (let n = 0; n < events; n += 1) {
      seq += 1;
      const event = { ...deltaOf(n === events - 1), v: 1, thread: 't'.repeat(36), seq, at: Date.now() };
      const frame = `id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`;
      for (const reader of readers) reader.write(frame);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}
