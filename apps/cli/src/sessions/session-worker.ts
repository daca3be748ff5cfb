/** A thread of its own: however many sessions there are and however long they are, the server's event loop goes on. */
import { parentPort } from 'node:worker_threads';
import { SessionDesk } from './session-desk.ts';
import type { Asked } from './session-source.ts';

const desk = new SessionDesk(process.env);

parentPort?.on('message', ({ id, ask }: Asked) => {
  answer(ask).then(
    (value) => parentPort?.postMessage({ id, value }),
    (error: unknown) =>
      parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) }),
  );
});

async function answer(ask: Asked['ask']): Promise<unknown> {
  switch (ask.kind) {
    case 'list':
      return desk.list();
    case 'open':
      return desk.open(ask.session);
    case 'next':
      return desk.next(ask.number);
    case 'rest':
      return desk.rest(ask.number);
    case 'close':
      return desk.close(ask.number);
    default:
      return ask satisfies never;
  }
}
