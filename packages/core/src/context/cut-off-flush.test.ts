import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/problems-of.ts';
import { ContextManager } from './context-manager.ts';
import type { ChatLine } from './context-manager.ts';

const LINE: ChatLine = { id: 1, author: '@pm', text: 'Mind the tests.' };

/** An answer that comes when the test says so. */
function later<T>(): { readonly answer: Promise<T>; readonly give: (value: T) => void } {
  let give: (value: T) => void = () => {};
  const answer = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}

describe('[seed 002] a flush can be cut off', () => {
  test('while the chat does not answer: what is there is flushed, and its lines come once, with a later flush', async () => {
    const first = later<readonly ChatLine[]>();
    const asked: (AbortSignal | undefined)[] = [];
    const answers = [first.answer, Promise.resolve([LINE])];
    const context = new ContextManager({
      chat: (_, signal) => {
        asked.push(signal instanceof AbortSignal ? signal : undefined);
        return answers.shift() ?? [];
      },
    });
    const stop = new AbortController();
    context.addUserMessage('List the files.');
    const flushed = context.flushUserBuffer(undefined, stop.signal);
    stop.abort();
    expect(await flushed).toEqual({ chatError: 'The flush was cut off before the chat had answered.' });
    expect(asked).toEqual([stop.signal]);
    first.give([LINE]);
    await first.answer;
    expect(context.messages.map(({ content }) => content)).toEqual(['List the files.']);
    expect(context.chatCursor).toBe(0);
    await context.flushUserBuffer();
    await context.flushUserBuffer();
    expect(
      context.messages
        .map(({ content }) => content)
        .join('\n')
        .split('Mind the tests.'),
    ).toHaveLength(2);
  });

  test('before it began: the chat is not asked', async () => {
    const context = new ContextManager({ chat: () => Promise.reject(new Error('asked')) });
    const { chatError } = await context.flushUserBuffer(undefined, AbortSignal.abort());
    expect(chatError).toBe('The flush was cut off before the chat had answered.');
  });

  test('while the summary is written: nothing is taken out, a late summary is left out, the next one counts', async () => {
    const context = new ContextManager({ maxContextTokens: 3_000, maxReplyTokens: 100 });
    for (let turn = 0; turn < 6; turn += 1) {
      context.addUserMessage(`Question ${turn} ${'word '.repeat(400)}`);
      await context.flushUserBuffer();
      context.addAssistantMessage(`Answer ${turn} ${'word '.repeat(400)}`);
    }
    context.addUserMessage('And now?');
    const summary = later<string>();
    const stop = new AbortController();
    const flushed = context.flushUserBuffer(() => {
      stop.abort();
      return summary.answer;
    }, stop.signal);
    expect(await flushed).toEqual({ compaction: 'aborted' });
    const before = context.messages;
    summary.give('Too late.');
    await summary.answer;
    expect(context.messages).toEqual(before);
    expect(problemsOf(context.messages)).toEqual([]);
    expect(await context.flushUserBuffer(() => 'In time.')).toEqual({ compaction: 'compacted' });
    expect(context.messages.map(({ content }) => content).join('\n')).toContain('In time.');
  });
});
