/** A thread of its own that keeps the index: whatever it reads, and however long that takes, everybody else goes on. */
import { workerData } from 'node:worker_threads';
import { Redactor, secretVariables } from '@toolthread/agent/redact';
import { answerAsker } from '../worker/answer-asker.ts';
import { indexRound } from './index-round.ts';
import { IndexWriter } from './index-writer.ts';
import { openIndex, removeIndex } from './open-index.ts';
import type { IndexPlaces } from './search-source.ts';

const { index, progress }: IndexPlaces = workerData;
const redactor = new Redactor(secretVariables(process.env).flatMap(({ secrets }) => secrets));
let writer: IndexWriter | undefined;
let last = Promise.resolve();

// One round after the other: there is one writer.
answerAsker((_ask: 'round'): Promise<unknown> => (last = last.then(round, round)));

async function round(): Promise<void> {
  const told = (read: number, total: number): void => progress.set([read, total]);
  try {
    await indexRound(writerNow(), { env: process.env, redact: (text) => redactor.text(text), told });
  } catch (error) {
    // A file that is damaged is made again in the next round.
    writer?.close();
    writer = undefined;
    if (error instanceof Error && /malformed|corrupt|not a database/.test(error.message)) removeIndex(index);
    throw error;
  }
}

function writerNow(): IndexWriter {
  writer ??= new IndexWriter(openIndex(index));
  return writer;
}
