import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completionMessages } from '@toolthread/core/context';
import { workedMs } from '@toolthread/core/summary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../../test/claude-code-records.ts';
import { accountAddsUp, fixture, readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { readSession, readTranscript } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

function read(lines: readonly string[]): ReadTranscript {
  const whole = readTranscript(lines.join('\n'), { format: 'claude-code' });
  expect(accountAddsUp(whole.state)).toBe(true);
  expect(whole.state.anomalies.count).toBe(0);
  return whole;
}

function rewound({ state }: ReadTranscript): number {
  return state.account.hidden.get('rewound') ?? 0;
}

describe('[issue 11] a person goes back in Claude Code, and says something else', () => {
  const whole = readFixture('claude-code/rewound.jsonl');

  it('[L1] what was left is not drawn: the session is what follows the last prompts', () => {
    expect(outline(whole)).toEqual(expectedOutline('claude-code/rewound'));
    expect(whole.events.filter(({ type }) => type === 'thread.rewound')).toHaveLength(2);
  });

  it('[L4] it is kept as a version, and counted as rewound', () => {
    expect(rewound(whole)).toBe(9);
    expect(JSON.stringify(whole.events)).toContain('Dye all of it green.');
  });

  it('no model is told of it', () => {
    const untilCompaction = fixture('claude-code/rewound.jsonl').bytes.toString().split('\n').slice(0, 25);
    const told = JSON.stringify(completionMessages(read(untilCompaction).state));
    expect(told).toContain('Dye the red one green.');
    expect(told).toContain('Wash it cold.');
    for (const left of ['Dye all of it green.', 'Watch the dye.', 'All is green.', '"Wash it."'])
      expect(told).not.toContain(left);
    expect(JSON.stringify(completionMessages(whole.state))).not.toContain('Is it dry?');
  });

  it('[L1] of any tree of turns, drawn is the way to the last', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), (picks) => {
        const make = new ClaudeCodeRecords();
        let path: { readonly said: string; readonly last: string }[] = [];
        const lines = picks.flatMap((pick, turn) => {
          path = path.slice(0, pick % (path.length + 1));
          const parentUuid = path.at(-1)?.last ?? null;
          const asked = make.user(`Turn ${turn}.`, { uuid: `p${turn}`, parentUuid });
          const called = make.record('assistant', {
            uuid: `c${turn}`,
            parentUuid: `p${turn}`,
            message: { id: `m${turn}`, role: 'assistant', model: 'm', content: [toolUse(`t${turn}`)] },
          });
          const result = make.result(`t${turn}`, 'ok', { uuid: `r${turn}`, parentUuid: `c${turn}` });
          path.push({ said: `Turn ${turn}.`, last: `r${turn}` });
          return [asked, called, result];
        });
        const seen = path.flatMap(({ said }) => [`@human: ${said}`, '> Bash done: ok']);
        expect(outline(read(lines))).toEqual(seen);
      }),
      { numRuns: 200 },
    );
  });

  it('to before its first words: then nothing stands before the new ones', () => {
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      ...make.turn('Spin.', 'm2', 'Spun.', { parentUuid: null }),
    ];
    expect(outline(read(lines))).toEqual(['@human: Spin.', '= Spun.']);
    const other = [...lines.slice(0, 2), make.user('Spin.', { parentUuid: null, sessionId: 'other' })];
    expect(outline(read(other))).toEqual(['@human: Weave.', '= Woven.', '@human: Spin.']);
  });

  it.each([
    ['a notice', '<task-notification>\n<status>completed</status>\n</task-notification>', {}],
    ['what a person did not type', 'A hint.', { isMeta: true }],
    ['an interruption', '[Request interrupted by user]', {}],
    [
      'a summary without its flag',
      'This session is being continued from a previous conversation that ran out of context. Below:\nWeave.',
      {},
    ],
  ])('not by %s that follows nothing: the session goes on', (_, words, more) => {
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      ...make.turn(words, 'm2', 'Noted.', { parentUuid: null, ...more }),
      ...make.turn('Dye it.', 'm3', 'Dyed.', { parentUuid: 'u4' }),
    ];
    const whole = read(lines);
    expect(rewound(whole)).toBe(0);
    const drawn = outline(whole).join('\n');
    for (const said of ['Weave.', 'Woven.', 'Noted.', 'Dye it.', 'Dyed.']) expect(drawn).toContain(said);
  });

  it('the time before it is no work', () => {
    const make = new ClaudeCodeRecords();
    const later = { timestamp: '2026-01-01T01:00:00.000Z' };
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      ...make.turn('Dye it.', 'm2', 'Dyed.'),
      make.user('Wash it.', { parentUuid: 'u2', ...later }),
    ];
    expect(rewound(read(lines))).toBe(2);
    expect(workedMs(read(lines).state)).toBe(workedMs(read(lines.slice(0, 4)).state));
  });

  it('[L3] what comes late of a branch that was left is told of no call', () => {
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      make.user('Dye it.', { parentUuid: 'u2' }),
      make.assistant('m2', toolUse('t1')),
      ...make.turn('Wash it.', 'm3', 'Washed.', { parentUuid: 'u2' }),
      make.result('t1', 'dyed', { parentUuid: 'u4' }),
      make.user('Good.', { parentUuid: 'u6' }),
    ];
    const whole = read(lines);
    expect(outline(whole)).toEqual(['@human: Weave.', '= Woven.', '@human: Wash it.', '= Washed.', '@human: Good.']);
    expect(rewound(whole)).toBe(3);
    expect(whole.counts).toMatchObject({ toolCalls: 1, answered: 1, unanswered: 0, orphanResults: 0 });
  });

  it('what an agent did that such a branch started is rewound with it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolthread-rewinds-'));
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      make.user('Ask the spinner.', { parentUuid: 'u2' }),
      make.assistant('m2', toolUse('t1', 'Task', { prompt: 'Spin.' })),
      make.result('t1', 'Spun.', { toolUseResult: { status: 'completed', agentId: 'a1' } }),
      ...make.turn('Wash it.', 'm3', 'Washed.', { parentUuid: 'u2' }),
    ];
    const agent = [
      make.user('Spin.', { parentUuid: null, isSidechain: true, agentId: 'a1' }),
      make.record('assistant', {
        isSidechain: true,
        agentId: 'a1',
        message: { id: 'm9', role: 'assistant', model: 'm', content: [text('Spun.')] },
      }),
    ];
    mkdirSync(join(folder, 's', 'subagents'), { recursive: true });
    writeFileSync(join(folder, 's.jsonl'), lines.join('\n'));
    writeFileSync(join(folder, 's', 'subagents', 'agent-a1.jsonl'), agent.join('\n'));
    const whole = await readSession(join(folder, 's.jsonl'));
    rmSync(folder, { recursive: true });
    if (!whole.ok) throw new Error(whole.reason);
    expect(outline(whole)).toEqual(['@human: Weave.', '= Woven.', '@human: Wash it.', '= Washed.']);
    expect(whole.state.account.hidden.get('rewound')).toBe(4);
    expect(whole.state.anomalies.count).toBe(0);
  });
});

describe('[issue 11] nobody went back', () => {
  it('where another process wrote in between, and the session went on', () => {
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      make.user('Dye it.'),
      make.assistant('m2', toolUse('t1')),
      make.user('Is it woven?', { parentUuid: 'u2' }),
      make.user('[Request interrupted by user]'),
      make.result('t1', 'dyed', { parentUuid: 'u4' }),
      make.assistant('m3', text('Dyed.')),
    ];
    const whole = read(lines);
    expect(outline(whole)).toEqual(['@human: Weave.', '= Woven.', '@human: Dye it.', '> Bash done: dyed', '= Dyed.']);
    expect(rewound(whole)).toBe(2);
  });

  it('where records name nothing that they follow', () => {
    const make = new ClaudeCodeRecords();
    const none = { parentUuid: null };
    const say = (id: string, words: string): string =>
      make.record('assistant', { ...none, message: { id, role: 'assistant', model: 'm', content: [text(words)] } });
    const lines = [make.user('Weave.', none), say('m1', 'Woven.'), make.user('Spin.', none), say('m2', 'Spun.')];
    expect(outline(read(lines))).toEqual(['@human: Weave.', '= Woven.', '@human: Spin.', '= Spun.']);
  });

  it('where what a hook added stands before the prompt that it follows', () => {
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      make.record('attachment', { parentUuid: 'p', attachment: { type: 'hook_additional_context' } }),
      make.user('Spin.', { uuid: 'p', parentUuid: 'u2' }),
      make.record('assistant', {
        parentUuid: 'u3',
        message: { id: 'm2', role: 'assistant', model: 'm', content: [text('Spun.')] },
      }),
      make.user('Dye.'),
    ];
    expect(outline(read(lines))).toEqual(['@human: Weave.', '= Woven.', '@human: Spin.', '= Spun.', '@human: Dye.']);
  });
});
