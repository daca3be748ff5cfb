/** Seed 004, "Data Flow": the stream is cut off behind each of its parts, by an abort, by an error, or by nothing more coming. */
import { foldAll, LedgerWriter, scopesAtWork, threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { aiSdkReader } from '@toolthread/core/adapters';
import { renderText } from '@toolthread/core/blocks';
import { toChatMessages } from '@toolthread/core/contract';
import { describe, expect, test } from 'vitest';
import { ANSWER, call, finish, READ, SEARCH, streamed, text, TOOLS } from './004.streams.ts';
import type { Chunk } from './004.streams.ts';

const thought = (delta: string): readonly Chunk[] => [
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta },
  { type: 'reasoning-end', id: 'r' },
];
/** The seed's steps; the second calls twice, and the model thinks before each. */
const steps = [
  [...thought('Where?'), ...text(SEARCH), call('c1', 'search_notes', '{"query":"notes"}'), finish('tool-calls')],
  [
    ...thought('Which?'),
    ...text(READ),
    call('c2', 'get_note', '{"id":1}'),
    call('c3', 'get_note', '{"id":2}'),
    finish('tool-calls'),
  ],
  [...thought('So.'), ...text(ANSWER), finish('stop')],
];

async function partsOf(road: string): Promise<readonly Chunk[]> {
  const result = streamed(steps, TOOLS);
  const parts: Chunk[] = [];
  for await (const part of road === 'fullStream' ? result.fullStream : result.toUIMessageStream()) parts.push(part);
  return parts;
}

function told(parts: readonly object[]): readonly LedgerEvent[] {
  const ledger = new LedgerWriter('t');
  const reader = aiSdkReader({ run: 'answer-1' });
  for (const draft of [...parts.flatMap((part) => reader.push(part)), ...reader.end()]) ledger.write(draft);
  return ledger.events;
}

const ENDS = {
  'an abort': () => [{ type: 'abort' }],
  'an error': (road: string) => [
    road === 'fullStream' ? { type: 'error', error: new Error('gone') } : { type: 'error', errorText: 'gone' },
  ],
  'nothing more': () => [],
};

describe.each(['fullStream', 'UI message stream'])('Data Flow: %s', (road) => {
  test.each(Object.entries(ENDS))('[004] [L3] %s behind any part', async (_, end) => {
    const parts = await partsOf(road);
    for (let count = 1; count < parts.length; count += 1) {
      const before = parts.slice(0, count);
      const events = told([...before, ...end(road)]);
      const drawn = renderText(timeline(threadOf(events)), { form: 'expanded' });
      const place = `${count} ${JSON.stringify(before.at(-1))}\n${drawn}`;
      const state = foldAll(events);
      // Nobody thinks or works, and what had begun to run was interrupted.
      expect([place, scopesAtWork(state), /Thinking|Working|⏳|nothing ran/u.test(drawn)]).toEqual([place, [], false]);
      const called = before.flatMap(({ type, ...part }) =>
        type === 'tool-call' || type === 'tool-input-available' ? [Reflect.get(part, 'toolCallId')] : [],
      );
      const given = before.filter(({ type }) => type === 'tool-result' || type === 'tool-output-available');
      const { toolCalls = [], content = '' } = toChatMessages(state).findLast(({ role }) => role === 'assistant') ?? {};
      expect([place, ...toolCalls.flatMap(({ id }) => (called.includes(id) ? [id] : []))]).toEqual([place, ...called]);
      const counts = [
        toolCalls.filter(({ status }) => status === 'completed').length,
        events.filter(({ type }) => type === 'agent.step.started').length,
      ];
      const begun = before.filter(({ type }) => type === 'start-step').length;
      expect([place, ...counts]).toEqual([place, given.length, begun]);
      for (const { status, error } of toolCalls) {
        if (status !== 'completed') expect([place, status, error]).toEqual([place, 'error', expect.any(String)]);
      }
      // Words whose call has come are commentary; those that nothing followed are what was heard (004.5).
      if (called.includes('c1')) expect([place, content.includes(SEARCH)]).toEqual([place, false]);
      if (called.includes('c2')) expect([place, content.includes(READ)]).toEqual([place, false]);
    }
  });
});
