import type { CompletionMessage } from '@toolthread/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assistant, text, user } from '../../test/parts.ts';
import { NOBODY } from './maker.ts';
import { resumable } from './resume.ts';
import type { ThreadFold } from './resume.ts';

class Counting implements ThreadFold {
  readonly taken: CompletionMessage[] = [];
  static work = 0;
  take(message: CompletionMessage): boolean {
    Counting.work += 1;
    if (message.content === 'odd') return false;
    this.taken.push(message);
    return true;
  }
}

const said = (index: number): CompletionMessage =>
  index % 2 === 0 ? user(text(`q${index}`)) : assistant(text(`a${index}`));

test('[L5] the next turn of a thread costs what is new, and the last message is never taken: it may still grow', () => {
  const resume = resumable(() => new Counting());
  const messages = Array.from({ length: 1001 }, (_, index) => said(index));
  Counting.work = 0;
  expect(resume(messages.slice(0, 999), NOBODY).taken).toHaveLength(998);
  expect(Counting.work).toBe(998);
  expect(resume(messages, NOBODY).taken).toHaveLength(1000);
  expect(Counting.work).toBe(1000);
  expect(resume([...messages], NOBODY).taken).toEqual(messages.slice(0, -1));
  expect(Counting.work).toBe(1000);
});

test('another model, another past or a shorter thread begins anew; nothing taken is wrong', () => {
  const resume = resumable(() => new Counting());
  const base = Array.from({ length: 6 }, (_, index) => said(index));
  const list = fc.array(
    fc.record({ cut: fc.nat(6), more: fc.array(fc.constantFrom('x', 'odd')), model: fc.constantFrom('a', 'b') }),
  );
  fc.assert(
    fc.property(list, (requests) => {
      for (const { cut, more, model } of requests) {
        const messages = [...base.slice(0, cut), ...more.map((words) => user(text(words)))];
        const { taken } = resume(messages, { ...NOBODY, model });
        const stop = messages.slice(0, -1).findIndex((message) => message.content === 'odd');
        expect(taken).toEqual(messages.slice(0, stop === -1 ? Math.max(0, messages.length - 1) : stop));
      }
    }),
  );
});
