import { describe, expect, it } from 'vitest';
import { text, toolUse } from '../../test/claude-code-records.ts';
import { accountAddsUp } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

describe('[issue 11] what `claude -p --output-format stream-json` printed', () => {
  let made = 0;
  const line = (type: string, more: object): string =>
    JSON.stringify({ type, session_id: 's', uuid: `u${(made += 1)}`, ...more });
  const says = (id: string, content: readonly object[], call: string | null = null): string =>
    line('assistant', { parent_tool_use_id: call, message: { id, role: 'assistant', model: 'm-1', content } });
  const gives = (id: string, content: string, call: string | null = null): string =>
    line('user', {
      parent_tool_use_id: call,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    });
  const run = [
    line('system', { subtype: 'init', cwd: '/loom', model: 'm-1', tools: [] }),
    line('stream_event', { parent_tool_use_id: null, event: { type: 'content_block_delta' } }),
    says('m1', [text('I look.'), toolUse('T', 'Task', { description: 'card it', prompt: 'Card.' })]),
    line('user', { parent_tool_use_id: 'T', message: { role: 'user', content: [text('Card.')] } }),
    says('m2', [toolUse('S', 'Bash', { command: 'card' })], 'T'),
    gives('S', 'carded', 'T'),
    gives('T', 'wool'),
    says('m3', [text('Woven.')]),
  ];

  it.each([
    ['success', { is_error: false, result: 'Woven.' }, []],
    ['error_max_turns', { is_error: true }, ['! failed: The run ended: error max turns.']],
  ])('is a session, with the runs of its agents and its end: %s', (subtype, end, last) => {
    const records = [...run, line('result', { subtype, ...end })];
    const thread = readTranscript(records.join('\n'));
    expect([thread.format, thread.state.workspace]).toEqual(['claude-code', '/loom']);
    expect(outline(thread)).toEqual([
      '. I look.',
      '> Task done: wool',
      '  [card it]',
      '  @agent: Card.',
      '  > Bash done: carded',
      '= Woven.',
      ...last,
    ]);
    expect(accountAddsUp(thread.state)).toBe(true);
    expect(thread.account.records).toBe(records.length);
    expect(Array.from(thread.account.hidden.entries(), ([rule]) => rule).toSorted()).toEqual([
      'stream_event',
      'system:init',
    ]);
  });
});
