import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { CallBook } from './call-book.ts';

/** In bytes, after everything was collected that nobody holds. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

it('holds nothing on the heap of a call that is over: a session of 1 GB has a million of them', () => {
  const calls = 100_000;
  const book = new CallBook();
  const before = heapInUse();
  for (let at = 0; at < calls; at += 1) {
    const id = `toolu_${at}`;
    book.called({ step: at + 1, scope: undefined, parts: 0, seq: 2 * at + 1 }, { id, name: 'look', arguments: '{}' });
    book.completed(id, { outcome: 'done', parts: [], provisional: true }, 2 * at + 2);
  }
  expect((heapInUse() - before) / calls).toBeLessThan(30);
  expect(book.counts()).toMatchObject({ toolCalls: calls, answered: calls });
  expect(book.ownerOf('toolu_7')).toEqual({ call: 'toolu_7', step: 8, scope: undefined });
  expect(book.isProvisional('toolu_7')).toBe(true);
});
