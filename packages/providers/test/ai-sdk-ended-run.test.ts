/** What is of a call when the AI SDK's stream is over: no result, a failure that its output tells, words that came on the way. */
import { callStatus, foldAll, LedgerWriter, threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import { aiSdkReader } from '@toolthread/core/adapters';
import { renderText } from '@toolthread/core/blocks';
import { completionMessages } from '@toolthread/core/context';
import { fromChatMessages, toChatMessages, toolWidget } from '@toolthread/core/contract';
import { problemsOf } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, finish, VERSIONS, words } from './ai-sdk-versions.ts';
import type { Play } from './ai-sdk-versions.ts';
import { anySdkPart } from './any-sdk-part.ts';

const ROADS = VERSIONS.flatMap(({ name, fullStream, uiStream }) => [
  { road: `fullStream of version ${name}`, streamOf: fullStream },
  { road: `UI message stream of version ${name}`, streamOf: uiStream },
]);

/** A thread that one reader reads, one stream after the other. */
class Thread {
  readonly #reader = aiSdkReader();
  readonly #ledger = new LedgerWriter('t');

  async read(stream: AsyncIterable<unknown>): Promise<void> {
    for await (const part of stream) this.push(part);
    for (const draft of this.#reader.end()) this.#ledger.write(draft);
  }

  push(...parts: readonly unknown[]): void {
    for (const draft of parts.flatMap((part) => this.#reader.push(part))) this.#ledger.write(draft);
  }

  get events(): readonly LedgerEvent[] {
    return this.#ledger.events;
  }

  get state(): ThreadState {
    return foldAll(this.events);
  }
}

async function threadAfter(...streams: readonly AsyncIterable<unknown>[]): Promise<Thread> {
  const thread = new Thread();
  for (const stream of streams) await thread.read(stream);
  return thread;
}

const statuses = (state: ThreadState): string[] =>
  [...state.calls.byPlace.entries()].map(([, one]) => `${one.name} ${callStatus(one)}`).toSorted();
const runStatus = (events: readonly LedgerEvent[]): string | undefined =>
  events.findLast((event) => event.type === 'agent.status')?.status;
const drawn = (events: readonly LedgerEvent[]): string => renderText(timeline(threadOf(events)), { form: 'expanded' });

const answer: Play = { steps: [[...words('t', 'You are in Bern.'), finish('stop')]] };

describe.each(ROADS)('$road', ({ streamOf }) => {
  const asking: Play = {
    steps: [[...words('t', 'I ask.'), ...call('a', 'ask_location', '{}'), finish('tool-calls')]],
    tools: { ask_location: {} },
  };

  test('[004] [L3] a call of the page that has no result when the stream ends: nothing is active, nothing failed or went well', async () => {
    const thread = await threadAfter(streamOf(asking));
    expect(statuses(thread.state)).toEqual(['ask_location lost']);
    expect(runStatus(thread.events)).toBe('awaiting_user');
    const chat = toChatMessages(thread.state);
    expect(chat).toMatchObject([
      {
        toolActivity: { isActive: false },
        toolCalls: [{ name: 'ask_location', status: 'pending', commentary: 'I ask.' }],
      },
    ]);
    expect(chat[0]?.toolActivity).not.toHaveProperty('currentStep');
    expect(chat[0]?.toolCalls?.[0]).not.toHaveProperty('result');
    expect(chat.map(toolWidget)).toMatchObject([{ kind: 'complete', failed: 0, unanswered: 1 }]);
    expect(drawn(fromChatMessages(chat))).toContain('1 without result');
    expect(drawn(thread.events)).not.toMatch(/⏳|failed/);
    expect(problemsOf(completionMessages(thread.state))).toEqual([]);
  });

  test('[004] after the answer of the next run it is not at work either, and that run is complete', async () => {
    const thread = await threadAfter(streamOf(asking), streamOf(answer));
    expect(toChatMessages(thread.state).map(({ toolActivity }) => toolActivity?.isActive)).not.toContain(true);
    expect(toChatMessages(thread.state).at(-1)?.content).toContain('You are in Bern.');
    expect(runStatus(thread.events)).toBe('completed');
    expect(drawn(thread.events)).not.toContain('⏳');
  });

  test.each([
    { type: 'tool-result', toolCallId: 'a', toolName: 'ask_location', output: 'Bern' },
    { type: 'tool-output-available', toolCallId: 'a', output: 'Bern' },
  ])('[004] its result reaches it with the next run: $type', async (result) => {
    const thread = await threadAfter(streamOf(asking));
    thread.push({ type: 'start' }, result);
    await thread.read(streamOf(answer));
    expect(statuses(thread.state)).toEqual(['ask_location done']);
    expect(toChatMessages(thread.state)[0]?.toolCalls).toMatchObject([{ status: 'completed', result: 'Bern' }]);
    expect(thread.state.anomalies.count).toBe(0);
  });

  test('[004] a new call of the next run under the same id is that call, with its own result', async () => {
    const again: Play = { ...asking, tools: { ask_location: { execute: () => 'Basel' } } };
    const thread = await threadAfter(streamOf(asking), streamOf(again));
    expect(statuses(thread.state)).toEqual(['ask_location done', 'ask_location lost']);
    expect(thread.state.anomalies.count).toBe(0);
  });

  const reports = { content: [{ type: 'text', text: 'no such table' }], isError: true };

  test('[L3] an output of MCP that says isError is a failure, with its words', async () => {
    for (const output of [reports, { content: [], isError: true }, { isError: true }]) {
      const thread = await threadAfter(
        streamOf({
          steps: [[...call('a', 'query', '{}'), finish('tool-calls')], ...answer.steps],
          tools: { query: { execute: () => output } },
        }),
      );
      expect(statuses(thread.state)).toEqual([`query ${'content' in output ? 'failed' : 'done'}`]);
      if (output !== reports) continue;
      expect(toChatMessages(thread.state)[0]?.toolCalls).toMatchObject([{ status: 'error', error: 'no such table' }]);
      expect(drawn(thread.events)).toMatch(/query\(\) · failed → no such table/);
    }
  });

  const half = 'first half words';

  test.each(['throws', 'hangs and is aborted', 'hangs and the stream is cut off'])(
    '[L4] a tool that has given half of its words, and %s: they stay',
    async (how) => {
      const controller = new AbortController();
      async function* query(): AsyncGenerator<string> {
        yield half;
        if (how === 'throws') throw new Error('disk is gone');
        await new Promise((_, reject) => {
          controller.signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      }
      const play = {
        steps: [[...call('a', 'query', '{}'), finish('tool-calls')]],
        tools: { query: { execute: query } },
        abortSignal: controller.signal,
      };
      const thread = new Thread();
      for await (const part of streamOf(play)) {
        thread.push(part);
        if (how === 'throws' || typeof part !== 'object' || part === null || !('preliminary' in part)) continue;
        expect(drawn(thread.events)).toContain(half);
        if (how.endsWith('cut off')) break;
        controller.abort();
      }
      await thread.read(nothing());
      expect(statuses(thread.state)).toEqual([`query ${how === 'throws' ? 'failed' : 'interrupted'}`]);
      expect(JSON.stringify(toChatMessages(thread.state)[0]?.toolCalls)).toContain(half);
      expect(drawn(thread.events)).toContain(half);
      if (how === 'throws') expect(drawn(thread.events)).toContain('disk is gone');
      expect(JSON.stringify(completionMessages(thread.state))).toContain(half);
    },
  );
});

async function* nothing(): AsyncGenerator<unknown> {}

describe('preliminary results', () => {
  const called = { type: 'tool-call', toolCallId: 'a', toolName: 'query', input: {} };
  const half = (output: unknown): object => ({ type: 'tool-result', toolCallId: 'a', output, preliminary: true });
  const after = (...outputs: readonly unknown[]): Thread => {
    const thread = new Thread();
    thread.push({ type: 'start-step' }, called, ...outputs.map(half));
    return thread;
  };
  const printed = (thread: Thread): (string | undefined)[] =>
    [...thread.state.calls.byPlace.entries()].map(([, one]) => one.output);

  test('[L4] what grows is printed once, what is new begins a line', () => {
    expect(printed(after('a', 'ab', 'ab', 'abc'))).toEqual(['abc']);
    expect(printed(after('first', 'second'))).toEqual(['first\nsecond']);
    expect(printed(after({ content: [{ type: 'text', text: 'mcp' }] }))).toEqual(['mcp']);
  });

  test('[L5] of data only the newest is kept, and stays where the run is aborted', () => {
    const thread = after({ percent: 10 }, { percent: 20 });
    expect(printed(thread)).toEqual(['']);
    thread.push({ type: 'abort' });
    expect(toChatMessages(thread.state)[0]?.toolCalls).toMatchObject([{ status: 'error', result: { percent: 20 } }]);
  });

  test('the last result stands alone', () => {
    const thread = after('half');
    thread.push({ type: 'tool-result', toolCallId: 'a', output: 'whole' });
    expect(toChatMessages(thread.state)[0]?.toolCalls).toMatchObject([{ status: 'completed', result: 'whole' }]);
  });
});

test('[004] any part at all: when the stream is over nothing runs, and nobody is active but for who waits for a person', () => {
  fc.assert(
    fc.property(fc.array(anySdkPart, { maxLength: 25 }), (parts) => {
      const thread = new Thread();
      thread.push(...parts, { type: 'finish', finishReason: 'stop' });
      expect(statuses(thread.state).filter((status) => /(?:running|retrying|streaming)$/.test(status))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
