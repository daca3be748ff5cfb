import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import type { EventDraft, Outcome } from '../../ledger/ledger-event.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { isoTime } from '../iso-time.ts';
import type { Message } from '../message.ts';
import { messagesInPieces, toMessages } from './to-messages.ts';

const T0 = Date.UTC(2026, 0, 16, 10, 5);

function messagesOf(...drafts: readonly EventDraft[]): Message[] {
  const writer = new LedgerWriter('t');
  writer.moveTo(T0);
  for (const draft of drafts) writer.write(draft);
  return toMessages(foldAll(writer.events));
}

const said = (text: string, rest: { client_id?: string; author?: string } = {}): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text }],
  delivery: 'now',
  ...rest,
});
const running: EventDraft = { type: 'agent.status', status: 'running' };
const started: EventDraft = { type: 'agent.step.started', step: 1 };
const ended: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' };
const called = (call: string, part = 0, rest: { provider_id?: string; arguments?: string } = {}): EventDraft => ({
  type: 'agent.tool.called',
  step: 1,
  part,
  call,
  name: 'search',
  arguments: '{}',
  ...rest,
});
const runs = (call: string): EventDraft => ({ type: 'agent.tool.started', step: 1, call, at: T0 + 500 });
const completed = (
  call: string,
  rest: Partial<Extract<EventDraft, { type: 'agent.tool.completed' }>> = {},
): EventDraft => ({
  type: 'agent.tool.completed',
  step: 1,
  call,
  outcome: 'done',
  ...rest,
});
const words = (part: number, text: string, step = 1): EventDraft => ({
  type: 'agent.part.completed',
  step,
  part,
  kind: 'text',
  text,
});
const toolMessage = (...rest: Parameters<typeof completed>): Message | undefined =>
  messagesOf(started, called('c1'), completed(...rest)).find(({ role }) => role === 'tool');

describe('a message has an id that is its own, and the same every time', () => {
  test('what a person posted goes by its client id, else by its place among the messages', () => {
    expect(messagesOf(said('one', { client_id: 'web-1' }), said('two')).map(({ id }) => id)).toEqual(['web-1', 'm2']);
  });

  test('the words of a step go by the step, a result by its call', () => {
    const messages = messagesOf(
      started,
      words(0, 'Looking.'),
      called('c1', 1, { provider_id: 'call_abc' }),
      completed('c1'),
    );
    expect(messages.map(({ id }) => id)).toEqual(['step_1', 'tool_call_abc']);
  });

  test('a provider id used twice names the first call; the second goes by ours, in all its messages', () => {
    const messages = messagesOf(
      started,
      called('c1', 0, { provider_id: 'same' }),
      called('c2', 1, { provider_id: 'same' }),
      completed('c2', { structured: 2 }),
      completed('c1', { structured: 1 }),
    );
    expect(messages[0]?.metadata?.tool_calls?.map(({ id }) => id)).toEqual(['same', 'c2']);
    expect(messages.slice(1).map(({ id, metadata }) => [id, metadata?.tool_call_id, metadata?.tool_result])).toEqual([
      ['tool_same', 'same', 1],
      ['tool_c2', 'c2', 2],
    ]);
  });

  it.each(goldenNames)('no two messages share an id, at no moment of the thread: %s', (name) => {
    const events = readGolden(name);
    for (let cut = 0; cut <= events.length; cut += 1) {
      const ids = toMessages(foldAll(events.slice(0, cut))).map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)]);
    }
  });

  test('no two messages of any history share an id; each result names a call that some message made, or none', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        const messages = toMessages(foldAll(events));
        expect(messages).toEqual(toMessages(foldAll(events)));
        const ids = messages.map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)]);
        expect(ids).not.toContain('');
        const calls = messages.flatMap(({ metadata }) => metadata?.tool_calls?.map(({ id }) => id) ?? []);
        expect(calls).toEqual([...new Set(calls)]);
      }),
    );
  });
});

describe('a call', () => {
  test('that runs is a status of type tool_call, and its result takes the place of it', () => {
    const before = messagesOf(started, called('c1'), runs('c1'));
    expect(before[1]).toEqual({
      id: 'status_tool_c1',
      role: 'status',
      content: 'Running search',
      timestamp: isoTime(T0 + 500),
      metadata: { tool_call_id: 'c1', tool_name: 'search', status_type: 'tool_call' },
    });
    const after = messagesOf(
      started,
      called('c1'),
      runs('c1'),
      completed('c1', { structured: 3, duration_ms: 250, at: T0 + 750 }),
    );
    expect(after.length).toBe(before.length);
    expect(after[1]).toEqual({
      id: 'tool_c1',
      role: 'tool',
      content: '3',
      timestamp: isoTime(T0 + 750),
      metadata: { tool_call_id: 'c1', tool_name: 'search', tool_result: 3, tool_duration_ms: 250 },
    });
  });

  test('that nothing was done about yet is told by its assistant message alone', () => {
    expect(messagesOf(started, called('c1')).map(({ role }) => role)).toEqual(['assistant']);
  });

  test('that retries says which attempt it is', () => {
    const retry: EventDraft = { type: 'agent.tool.retrying', step: 1, call: 'c1', attempt: 2, max_attempts: 3 };
    expect(messagesOf(started, called('c1'), runs('c1'), retry)[1]).toMatchObject({
      content: '⟳ search - Retrying (2/3)',
      metadata: { status_type: 'tool_call' },
    });
  });

  test('that waits for a person does not look as if it ran', () => {
    const ask: EventDraft = {
      type: 'request.opened',
      request: 'r1',
      kind: 'approval',
      call: 'c1',
      step: 1,
      title: 'Run it?',
    };
    expect(messagesOf(started, called('c1'), ask)[1]).toMatchObject({
      content: 'Waiting for you: Run it?',
      metadata: { status_type: 'info', tool_call_id: 'c1' },
    });
  });

  test('carries its arguments whole and in short', () => {
    const args = '{"query":"dbplus","types":["program"]}';
    expect(messagesOf(started, called('c1', 0, { arguments: args }))[0]?.metadata?.tool_calls).toEqual([
      {
        id: 'c1',
        name: 'search',
        args: { query: 'dbplus', types: ['program'] },
        args_summary: "query: 'dbplus', types: ['program']",
      },
    ]);
  });

  test('whose arguments are no object has none; the text the model wrote is not guessed at', () => {
    for (const text of ['', '[1,2]', '"text"', '{"cut":', 'nonsense']) {
      const call = messagesOf(started, called('c1', 0, { arguments: text }))[0]?.metadata?.tool_calls?.[0];
      expect(call).toMatchObject({ id: 'c1', name: 'search' });
      expect(call).not.toHaveProperty('args');
    }
  });

  test('of a child run stays inside the call it belongs to', () => {
    const messages = toMessages(foldAll(readGolden('child-run')));
    expect(messages.flatMap(({ metadata }) => metadata?.tool_calls?.map(({ name }) => name) ?? [])).toEqual([
      'task',
      'read_file',
    ]);
  });
});

describe('a result', () => {
  test('[L3] 0, false, "" and null are results', () => {
    for (const value of [0, false, '', null]) {
      expect(toolMessage('c1', { structured: value })?.metadata).toHaveProperty('tool_result', value);
      expect(toolMessage('c1', { structured: value })?.metadata).not.toHaveProperty('tool_error');
      const worded = toolMessage('c1', { structured: value, parts: [{ type: 'text', text: 'for the model' }] });
      expect(worded?.metadata).toHaveProperty('tool_result', value);
    }
  });

  test('that is only text is that text, whole; a call that gave nothing has none', () => {
    const long = 'x'.repeat(5000);
    expect(toolMessage('c1', { parts: [{ type: 'text', text: long }] })?.metadata?.tool_result).toBe(long);
    expect(toolMessage('c1')?.metadata).not.toHaveProperty('tool_result');
    expect(toolMessage('c1')?.content).toBe('');
  });

  test('is summed up in at most 100 characters, 97 and three dots where it is longer', () => {
    expect(toolMessage('c1', { structured: 'x'.repeat(100) })?.content).toBe('x'.repeat(100));
    expect(toolMessage('c1', { structured: 'x'.repeat(101) })?.content).toBe(`${'x'.repeat(97)}...`);
    expect(toolMessage('c1', { structured: { found: 3 } })?.content).toBe('{"found":3}');
    expect(toolMessage('c1', { structured: Array.from({ length: 1000 }, () => 12) })?.content).toMatch(
      /^\[12,.*\.\.\.$/,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 90 }), (text) => {
        const content = toolMessage('c1', { parts: [{ type: 'text', text }] })?.content ?? '';
        expect(content.length).toBeLessThanOrEqual(100);
        expect(content.isWellFormed()).toBe(true);
      }),
    );
  });

  test('[L3] a call that did not end well is an error whose text says how it ended, never a result', () => {
    const outcomes: readonly Outcome[] = ['failed', 'denied', 'interrupted', 'skipped', 'lost'];
    for (const outcome of outcomes) {
      const bare = toolMessage('c1', { outcome, structured: 'looks fine' });
      expect(bare?.metadata?.tool_error?.toLowerCase()).toContain(outcome);
      expect(bare?.metadata).not.toHaveProperty('tool_result');
      const told = toolMessage('c1', { outcome, error: { message: 'because' } });
      expect(told?.metadata?.tool_error).toContain('because');
      expect(told?.content).toContain('because');
    }
    expect(toolMessage('c1', { outcome: 'failed', error: { message: '' } })?.metadata?.tool_error).toBe('');
    expect(toolMessage('c1', { outcome: 'denied', error: { message: 'Denied: no' } })?.metadata?.tool_error).toBe(
      'Denied: no',
    );
  });

  test('[L3] an unfinished call in a closed thread never looks like running', () => {
    const messages = messagesOf(running, started, called('c1'), runs('c1'), { type: 'thread.closed' });
    expect(messages.filter(({ role }) => role === 'status')).toEqual([]);
    expect(messages[1]?.metadata?.tool_error).toMatch(/^Lost/);
  });

  test('that a tool only printed is not lost with the call', () => {
    const print: EventDraft = { type: 'agent.tool.output.delta', step: 1, call: 'c1', offset: 0, text: 'FAIL lint' };
    const cut = messagesOf(started, called('c1'), runs('c1'), print, completed('c1', { outcome: 'interrupted' }));
    expect(cut[1]?.metadata?.tool_error).toBe('Interrupted: FAIL lint');
  });

  test('without its call is shown, until the call comes', () => {
    const orphan = completed('cX', { name: 'search', structured: 1 });
    expect(messagesOf(started, orphan)[0]).toMatchObject({
      id: 'tool_cX',
      role: 'tool',
      metadata: { tool_call_id: 'cX', tool_name: 'search', tool_result: 1 },
    });
    expect(messagesOf(started, orphan, called('cX')).map(({ role }) => role)).toEqual(['assistant', 'tool']);
  });
});

describe('what the assistant said', () => {
  test('calls without words have the content ""', () => {
    expect(messagesOf(started, called('c1'))[0]).toMatchObject({ role: 'assistant', content: '' });
  });

  test('words and calls of one step are one message, words first and none of them lost', () => {
    const [message] = messagesOf(
      started,
      words(0, 'Before.'),
      called('c1', 1),
      words(2, ' \n'),
      called('c2', 3),
      words(4, 'After.'),
    );
    expect(message).toMatchObject({
      content: 'Before.\n\nAfter.',
      metadata: { tool_calls: [{ id: 'c1' }, { id: 'c2' }] },
    });
    expect(messagesOf(started, words(0, 'One '), words(1, 'sentence.'))[0]?.content).toBe('One sentence.');
  });

  test('another participant is named, the human is not, a notice is a status', () => {
    const [human, other, notice] = messagesOf(
      said('a'),
      said('b', { author: 'coder' }),
      said('c', { author: '@system' }),
    );
    expect([human?.content, other?.content]).toEqual(['a', '[Chat from @coder]: b']);
    expect(notice).toMatchObject({ role: 'status', content: 'c', metadata: { status_type: 'info' } });
  });

  test('an attempt that failed is told, its words are not', () => {
    const failed: EventDraft = {
      ...ended,
      type: 'agent.step.completed',
      step: 1,
      finish_reason: 'error',
      discarded: true,
      error: { message: 'Overloaded' },
    };
    expect(messagesOf(started, words(0, 'Half a sen'), failed)).toMatchObject([
      { role: 'status', content: 'Attempt failed: Overloaded', metadata: { status_type: 'info' } },
    ]);
  });
});

describe('statuses', () => {
  const isThinking = (...drafts: readonly EventDraft[]): boolean =>
    messagesOf(...drafts).some(({ metadata }) => metadata?.status_type === 'thinking');
  const reasoning: EventDraft = { type: 'agent.reasoning.delta', step: 1, part: 0, offset: 0, text: 'hm' };

  test('a running agent with nothing to show yet is thinking', () => {
    expect(isThinking(said('go'), running)).toBe(true);
    expect(isThinking(said('go'), running, started)).toBe(true);
    expect(isThinking(said('go'), running, started, reasoning)).toBe(true);
    expect(isThinking(said('go'), running, started, called('c1'), completed('c1'), ended)).toBe(true);
  });

  test('nobody thinks while words stream, a tool runs or waits, or after the end', () => {
    expect(isThinking(said('go'))).toBe(false);
    expect(isThinking(said('go'), running, started, words(0, 'Here'))).toBe(false);
    expect(isThinking(said('go'), running, started, called('c1'), runs('c1'))).toBe(false);
    expect(isThinking(said('go'), running, started, called('c1'), runs('c1'), ended, said('wait'))).toBe(false);
    expect(isThinking(said('go'), running, started, words(0, 'Done.'), ended)).toBe(false);
    expect(isThinking(said('go'), running, { type: 'agent.status', status: 'completed' })).toBe(false);
    expect(isThinking(said('go'), running, { type: 'thread.closed' })).toBe(false);
  });

  test('a failed run leaves an error with its message', () => {
    const fail: EventDraft = { type: 'agent.status', status: 'failed', error_message: 'Quota spent' };
    expect(messagesOf(said('go'), fail)[1]).toMatchObject({
      role: 'status',
      content: 'Quota spent',
      metadata: { status_type: 'error' },
    });
  });

  test('an agent that stopped says why; that it goes on is no news', () => {
    const stop = { type: 'agent.continuation', stop_reason: 'steps_limit', resolved_by: 'StepsLimit' } as const;
    expect(messagesOf({ ...stop, should_continue: true })).toEqual([]);
    expect(messagesOf({ ...stop, should_continue: false })).toMatchObject([
      {
        role: 'status',
        content: 'Agent stopped: steps_limit',
        metadata: {
          status_type: 'continuation',
          continuation: { should_continue: false, stop_reason: 'steps_limit', resolved_by: 'StepsLimit' },
        },
      },
    ]);
  });

  test('what a child run asks is shown, although its calls are not', () => {
    const ask: EventDraft = { type: 'request.opened', request: 'r1', kind: 'question', title: 'Which one?' };
    const child: EventDraft = {
      type: 'scope.opened',
      scope: 'child:r',
      kind: 'child',
      name: 'r',
      parent: { call: 'c1' },
    };
    const inside: EventDraft = {
      ...ask,
      type: 'request.opened',
      request: 'r2',
      kind: 'question',
      title: 'Inside?',
      scope: 'child:r',
    };
    expect(messagesOf(ask, child, inside).map(({ content }) => content)).toEqual([
      'Waiting for you: Which one?',
      'Waiting for you: Inside?',
    ]);
  });
});

test('[M3] of a step with very many calls a piece names one of them, or is one message', () => {
  const writer = new LedgerWriter('t');
  for (const draft of [started, ...Array.from({ length: 1000 }, (_, part) => called(`c${part}`, part)), ended])
    writer.write(draft);
  writer.write({ type: 'thread.closed' });
  const state = foldAll(writer.events);
  const pieces = [...messagesInPieces(state)];
  expect(pieces.length).toBeGreaterThan(2 * 1000);
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(1);
  expect(pieces.flat()).toHaveLength(1 + 1000);
});
