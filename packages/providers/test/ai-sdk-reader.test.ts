/** What the AI SDK itself streams, read one part at a time: `aiSdkReader` of core. */
import { anySdkPart } from './any-sdk-part.ts';
import { callStatus, fold, foldAll, LedgerWriter, threadOf, timeline } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import { aiSdkReader } from '@toolthread/core/adapters';
import { completionMessages } from '@toolthread/core/context';
import { toChatMessages } from '@toolthread/core/contract';
import type { ChatMessage } from '@toolthread/core/contract';
import { problemsOf } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode as anthropic } from '../src/anthropic/index.ts';
import { encode as gemini } from '../src/gemini/index.ts';
import { encode as openaiChat } from '../src/openai-chat/index.ts';
import { encode as openaiResponses } from '../src/openai-responses/index.ts';
import { toModelMessages } from '../src/ai-sdk/index.ts';
import { call, finish, VERSIONS, words } from './ai-sdk-versions.ts';
import type { Play } from './ai-sdk-versions.ts';

const ROADS = VERSIONS.flatMap(({ name, fullStream, uiStream }) => [
  { road: `fullStream of version ${name}`, streamOf: fullStream },
  { road: `UI message stream of version ${name}`, streamOf: uiStream },
]);

/** A call without pieces of its input. */
const whole = (id: string, name: string, input = '{}'): { type: string } => {
  return { type: 'tool-call', toolCallId: id, toolName: name, input } as { type: string };
};

interface Read {
  readonly events: readonly LedgerEvent[];
  readonly state: ThreadState;
  /** The chat after each part. */
  readonly chats: readonly (ChatMessage | undefined)[];
  readonly parts: readonly unknown[];
}

async function read(stream: AsyncIterable<unknown>): Promise<Read> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return readParts(parts);
}

function readParts(parts: readonly unknown[]): Read {
  const reader = aiSdkReader();
  const ledger = new LedgerWriter('t');
  const chats: (ChatMessage | undefined)[] = [];
  for (const part of parts) {
    for (const draft of reader.push(part)) ledger.write(draft);
    chats.push(toChatMessages(foldAll(ledger.events)).at(-1));
  }
  for (const draft of reader.end()) ledger.write(draft);
  return { events: ledger.events, state: foldAll(ledger.events), chats, parts };
}

const statuses = (state: ThreadState): string[] =>
  [...state.calls.byPlace.entries()].map(([, one]) => `${one.id} ${one.name} ${callStatus(one)}`).toSorted();
const runStatus = (events: readonly LedgerEvent[]): string | undefined =>
  events.findLast((event) => event.type === 'agent.status')?.status;

describe.each(ROADS)('$road', ({ streamOf }) => {
  const threeSteps: Play = {
    steps: [
      [
        ...words('t', 'I search.'),
        ...call('a', 'zero', '{"q":', '1}'),
        ...call('b', 'empty', '{}'),
        finish('tool-calls'),
      ],
      [...words('t', 'Again.'), whole('a', 'no'), finish('tool-calls')],
      [...words('t', 'Done.'), finish('stop')],
    ],
    tools: { zero: { execute: () => 0 }, empty: { execute: () => '' }, no: { execute: () => false } },
  };

  test('[004] steps stay steps; what the SDK ran is a call with its result; 0, false and "" are results', async () => {
    const { events, state, chats } = await read(streamOf(threeSteps));
    expect(state.anomalies.count).toBe(0);
    expect(events.flatMap((event) => (event.type === 'agent.step.started' ? [event.step] : []))).toEqual([1, 2, 3]);
    expect(chats.at(-1)).toMatchObject({
      content: 'Done.',
      toolActivity: { isActive: false },
      toolCalls: [
        { id: 'a', name: 'zero', args: { q: 1 }, status: 'completed', result: 0, commentary: 'I search.' },
        { id: 'b', name: 'empty', status: 'completed', result: '' },
        { id: expect.any(String), name: 'no', status: 'completed', result: false, commentary: 'Again.' },
      ],
    });
    expect(runStatus(events)).toBe('completed');
  });

  test('[004] the next request has them as calls, for every provider', async () => {
    const messages = completionMessages((await read(streamOf(threeSteps))).state);
    expect(problemsOf(messages)).toEqual([]);
    const bodies = [
      anthropic({ model: 'm', messages, tools: [] }),
      gemini({ model: 'gemini-3-pro', messages, tools: [] }),
      openaiChat({ model: 'm', messages, tools: [] }),
      openaiResponses({ model: 'm', messages, tools: [] }),
      toModelMessages(messages),
    ];
    for (const body of bodies) {
      expect(JSON.stringify(body)).not.toContain(' ran with ');
      expect(
        JSON.stringify(body).match(/"(?:tool_use|functionCall|function_call|tool-call)"|"tool_calls"/g)?.length,
      ).toBeGreaterThan(1);
    }
  });

  test('[004] a call is there, and runs, as soon as it is made; its id stays; the step’s tool is named', async () => {
    const { chats, parts } = await read(streamOf(threeSteps));
    const ids = chats.map((chat) => chat?.toolCalls?.[0]?.id).filter((id) => id !== undefined);
    expect(new Set(ids)).toEqual(new Set(['a']));
    const made = parts.findIndex((part) => /^tool-(?:call|input-available)$/.test((part as { type: string }).type));
    expect(chats[made]).toMatchObject({
      content: '',
      toolActivity: { isActive: true, currentStep: 'zero' },
      toolCalls: [{ status: 'running', commentary: 'I search.' }],
    });
  });

  test('[004] content holds commentary at no moment', async () => {
    const { chats } = await read(streamOf(threeSteps));
    expect(new Set(chats.map((chat) => chat?.content ?? ''))).toEqual(new Set(['', 'Done.']));
  });

  test('[004] order is the order of the parts, with pieces of input and without', async () => {
    for (const make of [whole, (id: string, name: string) => call(id, name, '{}')]) {
      const step = [...words('t', 'Before.'), make('c1', 'slow'), ...words('u', 'Between.'), make('c2', 'fast')].flat();
      let done: () => void = () => undefined;
      const fast = new Promise<void>((resolve) => {
        done = resolve;
      });
      const tools = {
        slow: { execute: () => fast.then(() => 'late') },
        fast: { execute: () => (done(), 'soon') },
      };
      const { state, events } = await read(
        streamOf({
          steps: [
            [...step, finish('tool-calls')],
            [...words('t', 'End.'), finish('stop')],
          ],
          tools,
        }),
      );
      const [group] = timeline(threadOf(events))
        .items.toArray()
        .filter(({ kind }) => kind === 'group');
      const entries = group?.kind === 'group' ? [...group.entries] : [];
      expect(JSON.stringify(entries).match(/Before|Between|"id":"c\d"/g)).toEqual([
        'Before',
        '"id":"c1"',
        'Between',
        '"id":"c2"',
      ]);
      expect(statuses(state)).toEqual(['c1 slow done', 'c2 fast done']);
    }
  });

  test('[004] a tool that threw has failed, and the answer follows', async () => {
    const execute = (): never => {
      throw new Error('no such file');
    };
    const steps = [
      [whole('a', 'save'), finish('tool-calls')],
      [...words('t', 'Sorry.'), finish('stop')],
    ];
    const { chats, state } = await read(streamOf({ steps, tools: { save: { execute } } }));
    expect(chats.at(-1)?.toolCalls).toMatchObject([
      { status: 'error', error: expect.stringContaining('no such file') },
    ]);
    expect(statuses(state)).toEqual(['a save failed']);
  });

  test('[004] only the last result of a tool that reports on the way is its result', async () => {
    const execute = async function* (): AsyncGenerator<string> {
      yield await Promise.resolve('half');
      yield 'whole';
    };
    const steps = [
      [whole('a', 'save'), finish('tool-calls')],
      [...words('t', 'ok'), finish('stop')],
    ];
    const { chats, state } = await read(streamOf({ steps, tools: { save: { execute } } }));
    expect(chats.at(-1)?.toolCalls).toMatchObject([{ status: 'completed', result: 'whole' }]);
    expect(state.anomalies.count).toBe(0);
  });

  test('[004] a call that fits no tool has failed, and never ran', async () => {
    const steps = [
      [whole('a', 'ghost'), finish('tool-calls')],
      [...words('t', 'Sorry.'), finish('stop')],
    ];
    const { state, events } = await read(streamOf({ steps, tools: { save: { execute: () => 1 } } }));
    expect(statuses(state)).toEqual(['a ghost failed']);
    expect(events.some(({ type }) => type === 'agent.tool.started')).toBe(false);
  });

  test('[004] aborted while a tool runs: it was interrupted; nobody says that nothing ran', async () => {
    for (const make of [whole, (id: string, name: string) => call(id, name, '{}')]) {
      const controller = new AbortController();
      // Version 6 waits for a tool that does not heed the signal.
      const execute = (): Promise<never> => {
        queueMicrotask(() => controller.abort());
        return new Promise((_, reject) => {
          controller.signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      };
      const steps = [[...words('t', 'I save.'), make('a', 'save'), finish('tool-calls')].flat()];
      const play = { steps, tools: { save: { execute } }, abortSignal: controller.signal };
      const { state, chats, events } = await read(streamOf(play));
      expect(statuses(state)).toEqual(['a save interrupted']);
      expect(runStatus(events)).toBe('cancelled');
      const last = toChatMessages(state).at(-1);
      expect(last).toMatchObject({ content: '', toolCalls: [{ id: 'a', status: 'error', commentary: 'I save.' }] });
      expect(JSON.stringify([last, completionMessages(state)])).not.toMatch(/nothing ran|cut off/i);
      expect(chats.every((chat) => chat === undefined || chat.content === '')).toBe(true);
    }
  });

  test('[004] aborted anywhere, while arguments stream too: nobody says that nothing ran', async () => {
    const { parts } = await read(streamOf(threeSteps));
    const cutOff: number[] = [];
    for (let cut = 0; cut <= parts.length; cut += 1) {
      const { state } = readParts([...parts.slice(0, cut), { type: 'abort' }]);
      const told = JSON.stringify([toChatMessages(state), completionMessages(state)]);
      expect(told).not.toMatch(/nothing ran|not run|never ran/i);
      if (told.includes('The arguments were cut off.')) cutOff.push(cut);
    }
    expect(cutOff).not.toEqual([]);
  });

  test('[004] a call that nobody runs here waits for its result; so does one that wants approval', async () => {
    for (const save of [{}, { execute: () => 1, needsApproval: true }]) {
      const { events, state } = await read(
        streamOf({ steps: [[whole('a', 'save'), finish('tool-calls')]], tools: { save } }),
      );
      expect(runStatus(events)).toBe('awaiting_user');
      expect(statuses(state)).toEqual([`a save ${'needsApproval' in save ? 'waiting' : 'lost'}`]);
      expect(state.anomalies.count).toBe(0);
      const reader = aiSdkReader({ after: state });
      const drafts = [
        { type: 'start' },
        { type: 'tool-result', toolCallId: 'a', toolName: 'save', output: 'saved' },
      ].flatMap((part) => reader.push(part));
      const later = foldMore(state, drafts);
      expect(statuses(later)).toEqual(['a save done']);
    }
  });

  test('[004] cut anywhere, it says so, and no call runs any more', async () => {
    const { parts } = await read(streamOf(threeSteps));
    for (let cut = 0; cut < parts.length; cut += 1) {
      const { state } = readParts(parts.slice(0, cut));
      expect(statuses(state).filter((status) => /running|called|streaming/.test(status))).toEqual([]);
      expect(state.anomalies.count).toBe(0);
      expect(problemsOf(completionMessages(state))).toEqual([]);
    }
  });
});

function foldMore(state: ThreadState, drafts: readonly EventDraft[]): ThreadState {
  return drafts.reduce((before, draft) => {
    return fold(before, { at: 0, ...draft, v: 1, thread: 't', seq: before.seq + 1 }).state;
  }, state);
}

test('[004] a result of JavaScript is the JSON that the SDK itself makes of it', () => {
  const loop: unknown[] = [];
  loop.push(loop);
  const outputs = [{ found: 1, missing: undefined, at: new Date(0) }, [undefined], 10n, loop];
  const { events } = readParts(
    outputs.flatMap((output, index) => [
      { type: 'tool-call', toolCallId: `${index}`, toolName: 'save', input: {} },
      { type: 'tool-result', toolCallId: `${index}`, output },
    ]),
  );
  const texts = events.flatMap((event) =>
    event.type === 'agent.tool.completed' && event.outcome === 'done' ? (event.parts ?? []) : [],
  );
  expect(texts).toEqual([
    { type: 'text', text: '{"found":1,"at":"1970-01-01T00:00:00.000Z"}' },
    { type: 'text', text: '[null]' },
    { type: 'text', text: '[a value that cannot be written as JSON]' },
    { type: 'text', text: '[a value that cannot be written as JSON]' },
  ]);
});

test('[004] a step that the SDK tries again is discarded; a stream that failed has failed, and keeps its words', () => {
  const { events, state } = readParts([
    { type: 'start', messageId: 'm1' },
    { type: 'start-step' },
    { type: 'text-delta', id: 't', delta: 'Half' },
    { type: 'reset-step' },
    { type: 'text-delta', id: 't', delta: 'Whole' },
    { type: 'error', errorText: 'overloaded' },
  ]);
  expect(state.anomalies.count).toBe(0);
  expect(events.flatMap((event) => (event.type === 'agent.step.completed' ? [event.discarded] : []))).toEqual([
    true,
    undefined,
  ]);
  expect(events.at(-1)).toMatchObject({ status: 'failed', error_message: 'overloaded', run: 'm1' });
});

test('[004] any part at all: no throw, no anomaly, and at the end nothing runs', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: anySdkPart }, fc.anything()), { maxLength: 25 }), (parts) => {
      const { state } = readParts([...parts, { type: 'abort' }]);
      expect([...state.anomalies.first].filter(({ reason }) => reason !== 'result-known')).toEqual([]);
      expect(statuses(state).filter((status) => /running|called|streaming|waiting/.test(status))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

// In a cost that grows with its square it would take minutes.
test('[L5] [004] very many parts cost what they hold', () => {
  const reader = aiSdkReader();
  let drafts = 0;
  for (let n = 0; n < 60_000; n += 1) {
    drafts += reader.push({
      type: 'tool-call',
      toolCallId: n % 2 === 0 ? '' : `c${n}`,
      toolName: 'save',
      input: {},
    }).length;
    drafts += reader.push({ type: 'text-delta', id: 't', text: 'x' }).length;
  }
  for (let n = 0; n < 60_000; n += 1) {
    drafts += reader.push({ type: 'tool-result', toolCallId: n % 2 === 0 ? '' : `c${n}`, output: 1 }).length;
  }
  expect(drafts).toBe(2 + 4 * 60_000);
});
