import type { LedgerEvent } from '@toolthread/core';
import { describe, expect, it } from 'vitest';
import { readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { readTranscript, sessionBefore } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

const enveloped = readFixture('codex/enveloped.jsonl');

function completed(
  read: ReadTranscript,
  call: string,
): Extract<LedgerEvent, { type: 'agent.tool.completed' }> | undefined {
  return read.events.find(
    (event): event is Extract<LedgerEvent, { type: 'agent.tool.completed' }> =>
      event.type === 'agent.tool.completed' && event.call === call,
  );
}

function rollout(...lines: [type: string, payload: object, second?: number][]): ReadTranscript {
  const head: [string, object] = ['session_meta', { id: 's', cwd: '/', cli_version: '1' }];
  const record = ([type, payload, second = 0]: [string, object, number?]): string =>
    JSON.stringify({ timestamp: `2026-01-01T00:00:0${second}Z`, type, payload });
  return readTranscript([head, ...lines].map(record).join('\n'));
}

const item = (payload: object): [string, object] => ['response_item', payload];
const event = (payload: object): [string, object] => ['event_msg', payload];
const words = (role: string, text: string): [string, object] =>
  item({ type: 'message', role, content: [{ type: 'input_text', text }] });
const call = (id: string, name: string): [string, object] =>
  item({ type: 'function_call', call_id: id, name, arguments: '{}' });
const output = (id: string, text: unknown): [string, object] =>
  item({ type: 'function_call_output', call_id: id, output: text });

it('shows a day at the mill, each word once', () => {
  expect(outline(enveloped)).toEqual(expectedOutline('codex/enveloped'));
  expect(enveloped.title).toBe('Grinding');
});

it('[L4] names why each record is hidden', () => {
  expect(enveloped.counts['hidden']).toEqual({
    'developer-message': 1,
    'environment-context': 1,
    rewound: 2,
    'same-tokens': 1,
    'turn-aborted': 1,
    'unknown:event_msg/novel_event': 1,
    'unknown:response_item/novelty': 1,
    'unknown:tomorrow': 1,
    world_state: 1,
  });
});

it('counts by its items', () => {
  expect(enveloped.counts).toMatchObject({
    toolCalls: 8,
    answered: 6,
    unanswered: 2,
    orphanResults: 1,
    resultBeforeCall: 0,
    listOutputs: 1,
    cliVersions: ['0.120.0'],
    errors: 3,
  });
});

it('tokens go to their response, each report once, without what came from the cache', () => {
  const ends = enveloped.events.filter((one) => one.type === 'agent.step.completed');
  expect(ends[0]).toMatchObject({
    usage: { input_tokens: 50, cache_read_tokens: 50, output_tokens: 20, reasoning_tokens: 1 },
  });
  expect(ends[1]).toMatchObject({ usage: { input_tokens: 60, output_tokens: 30 } });
});

const tokens = (total: number, output: number): [string, object] =>
  event({
    type: 'token_count',
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: 1, output_tokens: output },
    },
  });

it('tokens that are told before their response go to it too', () => {
  const read = rollout(
    tokens(1, 11),
    call('a', 'shell'),
    output('a', 'x'),
    tokens(2, 22),
    call('b', 'shell'),
    output('b', 'x'),
  );
  const ends = read.events.filter((one) => one.type === 'agent.step.completed');
  expect(ends.map(({ usage }) => usage?.output_tokens)).toEqual([11, 22]);
});

describe('[L4] tokens of no response that is left count too', () => {
  const compacted: [string, object] = ['compacted', { message: 'In short.' }];
  const started = event({ type: 'task_started' });
  const ended = event({ type: 'task_complete' });

  it.each([
    ['a compaction, before it', [started, tokens(2, 22), compacted, ended]],
    ['a compaction, after it', [compacted, tokens(2, 22), event({ type: 'context_compacted' }), ended]],
    ['a compaction in the middle of a turn', [words('assistant', 'Hm.'), tokens(2, 22), compacted]],
    ['after an error', [call('a', 'shell'), output('a', 'x'), event({ type: 'error', message: 'no' }), tokens(2, 22)]],
    ['after an abort', [call('a', 'shell'), event({ type: 'turn_aborted' }), tokens(2, 22)]],
    ['a turn that failed at once', [started, event({ type: 'error', message: 'no' }), tokens(2, 22), ended]],
  ])('%s', (_, lines) => {
    const read = rollout(words('assistant', 'One.'), tokens(1, 11), ...lines);
    const outputs = read.events.flatMap((one) => ('usage' in one ? (one.usage?.output_tokens ?? []) : []));
    expect(outputs).toEqual([11, 22]);
    expect(outline(read).filter((line) => line.trim() === '=')).toEqual([]);
    expect(read.state.anomalies.count).toBe(0);
  });
});

describe('the outcome of a call', () => {
  it('an event beside it tells its exit code and how long it took', () => {
    expect(completed(enveloped, 'c1')).toMatchObject({
      outcome: 'done',
      duration_ms: 1500,
      structured: { kind: 'shell', exit_code: 0 },
    });
  });

  it.each([
    ['Exit code: 3\nWall time: 0.1 seconds\nOutput:\nno', 'failed'],
    ['Exit code: 0\nWall time: 0.1 seconds\nOutput:\nyes', 'done'],
    ['{"output":"no","metadata":{"exit_code":1,"duration_seconds":0.1}}', 'failed'],
    ['Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n', 'done'],
    ['aborted by user after 2.1s', 'interrupted'],
    ['exec command rejected by user', 'denied'],
    // What a command printed is no record of how it ended.
    ['Wall time: 1.0 seconds\nProcess exited with code 0\nOutput:\nExit code: 9', 'done'],
    ['Process exited with code 9', 'done'],
    ['All failed with an error', 'done'],
  ])('%j of a command is %s', (text, outcome) => {
    const read = rollout(call('a', 'exec_command'), output('a', text));
    expect(completed(read, 'a')?.outcome).toBe(outcome);
  });

  it.each([
    ['Exit code: 0\nWall time: 0.1 seconds\nOutput:\nyes', 100],
    // They are rounded to tenths: this is no time that anybody measured.
    ['Exit code: 0\nWall time: 0 seconds\nOutput:\nyes', undefined],
    ['{"output":"no","metadata":{"exit_code":1,"duration_seconds":0.0}}', undefined],
  ])('%j says that it took %s ms', (text, ms) => {
    const read = rollout(call('a', 'exec_command'), output('a', text));
    expect(completed(read, 'a')?.duration_ms).toBe(ms);
  });

  it('the words of a tool that is no command tell nothing', () => {
    const read = rollout(call('a', 'server__tool'), output('a', 'Exit code: 3\nWall time: 0.1 seconds\nOutput:\nno'));
    expect(completed(read, 'a')?.outcome).toBe('done');
  });

  it('an old output says itself whether it succeeded', () => {
    const read = rollout(call('a', 'tool'), output('a', { content: 'no', success: false }));
    expect(completed(read, 'a')).toMatchObject({ outcome: 'failed', parts: [{ type: 'text', text: 'no' }] });
  });

  it('a patch that was refused is denied, one that failed has no diff', () => {
    const patch = (status: string): ReadTranscript =>
      rollout(
        item({ type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: '*** Begin Patch' }),
        event({
          type: 'patch_apply_end',
          call_id: 'a',
          success: false,
          stderr: 'no such file',
          changes: { f: { type: 'add', content: 'x' } },
          status,
        }),
        item({ type: 'custom_tool_call_output', call_id: 'a', output: 'no' }),
      );
    expect(completed(patch('declined'), 'a')?.outcome).toBe('denied');
    expect(completed(patch('failed'), 'a')).toMatchObject({ outcome: 'failed', error: { message: 'no such file' } });
    expect(completed(patch('failed'), 'a')?.structured).toBeUndefined();
  });
});

it.each([
  ['failed', 'failed'],
  ['completed', 'done'],
])('[attack 16.6] a call of a tool whose own item says %s is %s', (status, outcome) => {
  const read = rollout(
    item({ type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: 'P', status }),
    item({ type: 'custom_tool_call_output', call_id: 'a', output: 'words' }),
    item({ type: 'function_call', call_id: 'b', name: 'tool', arguments: '{}', status }),
    output('b', 'words'),
  );
  expect([completed(read, 'a')?.outcome, completed(read, 'b')?.outcome]).toEqual([outcome, outcome]);
});

it.each([
  [[{ type: 'refusal', refusal: 'I will not.' }], ['refusal:I will not.']],
  [
    [
      { type: 'output_text', text: 'Well.' },
      { type: 'refusal', refusal: 'I will not.' },
    ],
    ['text:Well.', 'refusal:I will not.'],
  ],
])('[attack 16.6] a refusal is told once, in its place: %j', (content, told) => {
  const read = rollout(item({ type: 'message', role: 'assistant', content }));
  const parts = read.events.filter((one) => one.type === 'agent.part.completed');
  expect(parts.map(({ kind, text }) => `${kind}:${text ?? ''}`)).toEqual(told);
  const [answer = ''] = outline(read);
  expect(told.map((one) => answer.indexOf(one.replace(/^\w+:/, '')))).toEqual(told.map((_, at) => (at === 0 ? 2 : 7)));
  expect(read.counts['hidden']).toEqual({});
});

it('a person’s words are told once, whichever of item and event comes first', () => {
  const said = event({ type: 'user_message', message: 'Hello.' });
  const item = words('user', 'Hello.');
  for (const lines of [[said, item], [item, said], [said], [item]])
    expect(outline(rollout(...lines))).toEqual(['@human: Hello.']);
  const later = [item, said].map(([type, payload]): [string, object, number] => [type, payload, 1]);
  expect(outline(rollout(item, said, ...later))).toEqual(['@human: Hello.', '@human: Hello.']);
  // Nobody says the same twice in one moment: it is told again.
  expect(outline(rollout(item, said, item, said))).toEqual(['@human: Hello.']);
});

it('rolled-back turns no longer count, and may be more than there are', () => {
  const back = (turns: number): [string, object] => event({ type: 'thread_rolled_back', num_turns: turns });
  const three = ['one', 'two', 'three'].map((text) => words('user', text));
  expect(outline(rollout(...three, back(2), words('user', 'four')))).toEqual(['@human: one', '@human: four']);
  expect(outline(rollout(...three, back(99)))).toEqual([]);
  expect(rollout(back(1)).counts['hidden']).toEqual({ 'nothing-to-roll-back': 1 });
});

it('the first generation wrote its items bare', () => {
  const read = readFixture('codex/bare.jsonl');
  expect(outline(read)).toEqual(expectedOutline('codex/bare'));
  expect(read.counts['hidden']).toEqual({ 'environment-context': 1, state: 2 });
});

it('the paginated generation tells whole items beside the words', () => {
  expect(outline(readFixture('codex/paginated.jsonl'))).toEqual(expectedOutline('codex/paginated'));
});

describe('a file that begins with its parent’s lines', () => {
  it('as a subagent’s shows its own, and hides the rest by name', () => {
    const read = readFixture('codex/subagent.jsonl');
    expect(outline(read)).toEqual(['@human: Watch the sluice.', '> shell done: calm (exit 0)', '= All calm.']);
    expect(read.counts['hidden']).toEqual({ 'replayed-parent': 6, 'replayed-session-meta': 1 });
  });

  it('as a fork by a person is that conversation, gone on with', () => {
    const read = readFixture('codex/fork.jsonl');
    expect(outline(read)[0]).toBe('@human: Grind the grain.');
    expect(outline(read)).toContain('@human: Watch the sluice.');
  });
});

it('[issue 11] [L4] a fork that refers to its origin for what came before says so; read alone, it begins in the middle', () => {
  const lines = [
    {
      type: 'session_meta',
      payload: { id: 'fork', cwd: '/loom', history_base: { thread_id: 'origin', end_ordinal_exclusive: 9 } },
    },
    { type: 'event_msg', payload: { type: 'user_message', message: 'Go on.' } },
  ].map((line) => JSON.stringify({ timestamp: '2026-09-06T10:00:00.000Z', ...line }));
  const { state, counts } = readTranscript(lines.join('\n'));
  expect([...state.account.malformed]).toEqual([]);
  expect(counts).toMatchObject({ malformedLines: 0, hidden: { 'history-in-session:origin': 1 } });
  expect(sessionBefore(state.account)).toBe('origin');
  expect(sessionBefore(readTranscript(lines.slice(1).join('\n')).state.account)).toBeUndefined();
});
