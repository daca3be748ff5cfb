import { foldAll, scopesAtWork, timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { toMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { contractStory, goldenNames, readGolden, toldLive } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContractFeed } from './contract-feed.ts';

const lines = ({ state }: Thread): string[] =>
  toMessages(state).map(({ role, content, metadata }) => JSON.stringify([role, content, metadata?.tool_call_id]));

/** Its last step says nothing, and is stored nowhere: while it is told, somebody may be at work. */
const EMPTY_STEP = 'responses-encrypted-reasoning-phases';

test.each(goldenNames)('[seed 001] the history, then each event from the first one on: %s', (name) => {
  const events = readGolden(name);
  const [history, live] = [toMessages(foldAll(events)), toldLive(events)];
  const feed = new ContractFeed();
  const stored = feed.thread(history, []);
  for (let count = 1; count <= live.length; count += 1) {
    const thread = feed.thread(history, live.slice(0, count));
    if (name !== EMPTY_STEP || count === live.length) expect([count, lines(thread)]).toEqual([count, lines(stored)]);
  }
  expect(lines(new ContractFeed().thread(history, live))).toEqual(lines(stored));
  const late = new ContractFeed();
  for (let count = 1; count <= live.length; count += 1) late.thread([], live.slice(0, count));
  expect(lines(late.thread(history, live))).toEqual(lines(stored));
  const alone = new ContractFeed().thread([], live);
  expect(scopesAtWork(feed.thread(history, live).state)).toEqual(scopesAtWork(alone.state));
});

test.each(goldenNames)(
  '[seed 001] the history, and the events from any of them on: nothing is told twice, nothing under another question: %s',
  (name) => {
    const events = readGolden(name);
    const [history, live] = [toMessages(foldAll(events)), toldLive(events)];
    const stored = withoutNotices(new ContractFeed().thread(history, []));
    for (let from = 1; from < live.length; from += 1)
      expect([from, withoutNotices(new ContractFeed().thread(history, live.slice(from)))]).toEqual([from, stored]);
  },
);

/** That a run was cancelled may be said by what is stored and by the end of the events. */
const withoutNotices = ({ state }: Thread): unknown[] =>
  toMessages(state)
    .filter(({ metadata }) => metadata?.status_type !== 'info')
    .map(({ role, content, metadata }) => [role, content, metadata?.tool_call_id]);

test.each([3.5, 4, 4.7, 6])(
  '[seed 001] an answer stored with the time %d, from any event on: it stands there once',
  (stored) => {
    const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
    const told = (type: string, seconds: number, payload: object): object => ({
      type,
      session_id: 's',
      execution_id: 'x1',
      timestamp: at(seconds),
      payload,
    });
    const call = { tool_name: 'search', tool_call_id: 'c1' };
    const history: Message[] = [
      { id: 'u1', role: 'user', content: 'Question', timestamp: at(0) },
      {
        id: 'a1',
        role: 'assistant',
        content: '',
        timestamp: at(2),
        metadata: { tool_calls: [{ id: 'c1', name: 'search' }] },
      },
      {
        id: 't1',
        role: 'tool',
        content: 'found',
        timestamp: at(3),
        metadata: { tool_call_id: 'c1', tool_name: 'search' },
      },
      { id: 'a2', role: 'assistant', content: 'Answer 1', timestamp: at(stored) },
    ];
    const live = [
      told('agent.status', 1, { status: 'processing' }),
      told('agent.tool.started', 2, call),
      told('agent.tool.completed', 3, { ...call, success: true, tool_result: 'found' }),
      told('agent.stream.chunk', 4, { content: 'An' }),
      told('agent.stream.chunk', 4.5, { content: 'swer' }),
      told('agent.stream.chunk', 5, { content: ' 1' }),
      told('agent.status', 7, { status: 'completed' }),
    ];
    for (let from = 0; from < live.length; from += 1)
      for (let to = from; to <= live.length; to += 1) {
        const thread = new ContractFeed().thread(history, live.slice(from, to));
        expect([
          from,
          to,
          toMessages(thread.state)
            .filter(({ role }) => role === 'assistant')
            .map(({ content }) => content),
        ]).toEqual([from, to, ['', 'Answer 1']]);
      }
  },
);

test('[seed 001] stored messages that come twice, side by side or the whole list, are drawn once, beside events and alone', () => {
  fc.assert(
    fc.property(
      contractStory({ isTimed: true }),
      fc.infiniteStream(fc.boolean()),
      fc.boolean(),
      (turns, isTwice, hasEvents) => {
        const stored = turns.flatMap((turn) => turn.stored);
        const live = hasEvents ? turns.flatMap((turn) => turn.live) : [];
        const drawn = (messages: readonly Message[]): string =>
          renderText(timeline(new ContractFeed().thread(messages, live)), { form: 'expanded' });
        const once = drawn(stored);
        const beside = stored.flatMap((message) =>
          isTwice.next().value === true ? [message, structuredClone(message)] : [message],
        );
        expect(drawn(beside)).toBe(once);
        expect(drawn([...stored, ...structuredClone(stored)])).toBe(once);
      },
    ),
    { numRuns: 100, seed: 1 },
  );
});
