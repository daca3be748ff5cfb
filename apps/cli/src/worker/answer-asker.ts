import { parentPort } from 'node:worker_threads';
import { thrownWords } from '@toolthread/core/text';
import type { Asked } from './ask-worker.ts';

/** In a worker: each question is answered when its answer is there. `holds`: whether it has something that a later question is about. */
export function answerAsker<Ask>(answer: (ask: Ask) => Promise<unknown>, holds: () => boolean = () => false): void {
  parentPort?.on('message', ({ id, ask }: Asked<Ask>) => {
    answer(ask).then(
      (value) => parentPort?.postMessage({ id, value, holds: holds() }),
      (error: unknown) => parentPort?.postMessage({ id, problem: thrownWords(error), holds: holds() }),
    );
  });
}
