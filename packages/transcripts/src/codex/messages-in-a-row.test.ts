import { describe, expect, it } from 'vitest';
import { asked, called, event, item, output } from '../../test/codex-records.ts';
import { outline } from '../../test/outline.ts';
import { readRollout as read } from '../../test/read-rollout.ts';
import { timeline } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import { textWriters } from '../index.ts';

describe('[L1] two messages in a row', () => {
  const says = (text: string, more: object = {}): string =>
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }], ...more });
  const thinks = (text: string): string =>
    item({ type: 'reasoning', summary: [{ type: 'summary_text', text }], encrypted_content: 'e' });
  const over = event({ type: 'task_complete', turn_id: 't' });

  it('stay two: a blank line stands between', () => {
    const thread = read(asked('Grind.'), says('```\nmill\n```'), says('# Done'), over);
    expect(textWriters.md(thread)).toContain('```\nmill\n```\n\n# Done');
    expect(textWriters.text(thread)).toContain('```\n\n# Done');
    expect(completionMessages(thread.state).at(-1)?.content).toBe('```\nmill\n```\n\n# Done');
  });

  it('also where only events tell them', () => {
    const told = (message: string): string => event({ type: 'agent_message', message });
    expect(textWriters.text(read(asked('Grind.'), told('Ground.'), told('More?'), over))).toContain('Ground.\n\nMore?');
  });

  it.each([
    ['a thought and a call', [says('I look.'), thinks('Hm.'), called('c1'), output('c1', 'bed'), says('Ground.')]],
    [
      'two of them, in two messages',
      [says('I look.'), says('At the bed.'), thinks('Hm.'), called('c1'), output('c1', 1)],
    ],
    [
      'a thought and a search',
      [says('I look.'), thinks('Hm.'), item({ type: 'web_search_call', id: 'w', action: {} })],
    ],
  ])('[issue 13] are commentary before %s', (_, lines) => {
    const [group] = timeline(read(asked('Grind.'), ...lines, over))
      .items.toArray()
      .filter(({ kind }) => kind !== 'message');
    const kinds = group?.kind === 'group' ? [...group.entries].map(({ kind }) => kind) : [];
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual(['commentary', 'reasoning', 'call']);
  });

  it('[issue 11] are told once, though events tell a plan in them, and the words around it, apart', () => {
    const told = (one: object): string => event({ type: 'item_completed', item: one });
    const plan = told({ type: 'Plan', id: 'p', text: '# Plan\n- Grind.' });
    const around = told({ type: 'AgentMessage', id: 'm', content: [{ type: 'Text', text: 'So:\n' }] });
    const whole = says('So:\n<proposed_plan>\n# Plan\n- Grind.\n</proposed_plan>');
    for (const lines of [
      [whole, around, plan],
      [around, plan, whole],
      [plan, whole, around],
    ])
      expect(textWriters.text(read(asked('Plan it.'), ...lines, over)).split('- Grind.')).toHaveLength(2);
    expect(outline(read(asked('Plan it.'), around, plan, over)).at(-1)).toBe('= So:\n\n\n# Plan\n- Grind.');
  });

  const aborted = event({ type: 'turn_aborted', turn_id: 't', reason: 'interrupted' });
  const LOOK = [says('I look.'), called('c1')];

  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'after a call without output',
      [...LOOK, says('Ground.'), over],
      ['. I look.', '> exec_command lost', '= Ground.'],
    ],
    [
      'that the next prompt follows',
      [called('c1'), says('Ground.'), asked('More.')],
      ['> exec_command lost', '= Ground.', '@human: More.'],
    ],
    ['at the end of the file', [called('c1'), says('Ground.')], ['> exec_command lost', '= Ground.']],
    ['before a last thought', [says('Ground.'), thinks('Hm.'), over], ['= Ground.', '~ Hm.']],
    [
      'before two, in a file without an end',
      [says('Ground.'), thinks('Hm.'), thinks('So.')],
      ['= Ground.', '~ Hm.', '~ So.'],
    ],
  ])('[issue 11] are the answer: %s', (_, lines, shown) => {
    const thread = read(...lines);
    expect(outline(thread)).toEqual(shown);
    expect([...thread.account.hidden]).toEqual([]);
  });

  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'before the output comes',
      [called('c1'), says('I look.'), output('c1', 'bed')],
      ['> exec_command done: bed', '. I look.'],
    ],
    [
      'when the turn is stopped',
      [called('c1'), says('I look.'), aborted],
      ['> exec_command interrupted', '. I look.', '! cancelled: Stopped.'],
    ],
    [
      'with a thought, when the turn is stopped',
      [says('I look.'), thinks('Hm.'), aborted],
      ['. I look.', '~ Hm.', '! cancelled: Stopped.'],
    ],
    [
      'with a thought, before a call',
      [asked('Grind.'), says('I look.'), thinks('Hm.'), called('c1'), output('c1', 'bed'), says('Ground.'), over],
      ['@human: Grind.', '. I look.', '~ Hm.', '> exec_command done: bed', '= Ground.'],
    ],
    [
      'with a thought, before a call that is at work',
      [asked('Grind.'), says('I look.'), thinks('Hm.'), called('c1')],
      ['@human: Grind.', '. I look.', '~ Hm.', '> exec_command lost'],
    ],
  ])('[issue 11] are no answer: %s', (_, lines, shown) => {
    expect(outline(read(...lines))).toEqual(shown);
  });

  it('and a thought between them stands between them', () => {
    const thread = read(asked('Grind.'), says('I look.'), thinks('Hm.'), says('Ground.'), over);
    const text = JSON.stringify(timeline(thread).items.toArray());
    const places = ['I look.', 'Hm.', 'Ground.'].map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });
});
