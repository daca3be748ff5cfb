import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords } from '../../test/claude-code-records.ts';
import { asked, event, item, META } from '../../test/codex-records.ts';
import { readTranscript } from '../index.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

function titleIn(records: readonly (object | string)[]): string | undefined {
  const whole = readTranscript(records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'));
  expect(whole.state.title).toBe(whole.title);
  return whole.title;
}

function claudeCode(first: string, second: string, ...more: readonly object[]): readonly (object | string)[] {
  const make = new ClaudeCodeRecords();
  return [
    ...make.turn(first, 'm1', 'Woven.', { parentUuid: null }),
    ...make.turn(second, 'm2', 'Spun.', { parentUuid: null }),
    ...more,
  ];
}

function codex(...turns: readonly string[]): readonly string[] {
  const answer = item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] });
  const back = event({ type: 'thread_rolled_back', num_turns: 1 });
  return [META, ...turns.flatMap((words) => (words === 'back' ? [back] : [asked(words), answer]))];
}

const pi = [
  { type: 'session', id: 's', version: 3, cwd: '/x', timestamp: at(0) },
  ...['Weave.', 'Spin.'].map((words, id) => ({
    type: 'message',
    id: `e${id}`,
    parentId: null,
    timestamp: at(id),
    message: { role: 'user', content: [{ type: 'text', text: words }] },
  })),
];

const gemini = [
  { sessionId: 's', projectHash: 'h', startTime: at(0) },
  { id: 'a', timestamp: at(1), type: 'user', content: 'Weave.' },
  { id: 'b', timestamp: at(2), type: 'gemini', model: 'g', content: 'Woven.' },
  { $rewindTo: 'a' },
  { id: 'c', timestamp: at(3), type: 'user', content: 'Spin.' },
];

describe('[issue 11] words that were taken back name no session', () => {
  it.each([
    ['Claude Code', claudeCode('Weave.', 'Spin.')],
    ['Codex', codex('Weave.', 'back', 'Spin.')],
    ['pi', pi],
    ['Gemini CLI', gemini],
  ])('%s: another beginning', (_, records) => {
    expect(titleIn(records)).toBe('Spin.');
  });

  it('a command that is left counts no more than a prompt', () => {
    const command = '<command-name>/loom</command-name>';
    expect(titleIn(claudeCode(command, 'Spin.'))).toBe('Spin.');
    expect(titleIn(claudeCode('Weave.', command))).toBe('/loom');
  });

  it('words after which somebody goes on were not left, and a command among them is still one', () => {
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('<command-name>/loom</command-name>', 'm1', 'Woven.', { parentUuid: null }),
      ...make.turn('Spin.', 'm2', 'Spun.', { parentUuid: null }),
      ...make.turn('Dye it.', 'm3', 'Dyed.', { parentUuid: 'u2' }),
    ];
    expect(titleIn(lines)).toBe('Spin.');
    expect(titleIn([...lines.slice(0, 2), ...lines.slice(4)])).toBe('Dye it.');
  });

  it('a summary of what was left is none of the session', () => {
    const summary = (leafUuid: string): object => ({ type: 'summary', summary: `Up to ${leafUuid}`, leafUuid });
    expect(titleIn(claudeCode('Weave.', 'Spin.', summary('u2')))).toBe('Spin.');
    expect(titleIn(claudeCode('Weave.', 'Spin.', summary('u4'), summary('u2')))).toBe('Up to u4');
  });

  it('where everything was taken back there is no title', () => {
    expect(titleIn(codex('Weave.', 'back'))).toBeUndefined();
    expect(titleIn(codex('Weave.', 'Spin.', 'back'))).toBe('Weave.');
  });
});
