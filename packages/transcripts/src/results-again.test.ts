import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, toolUse } from '../test/claude-code-records.ts';
import { accountAddsUp } from '../test/fixtures.ts';
import { outline } from '../test/outline.ts';
import { readTranscript } from './index.ts';

const chat = (...results: readonly string[]): string =>
  JSON.stringify([
    { role: 'user', content: 'Weave.' },
    { role: 'assistant', tool_calls: [{ id: 't1', function: { name: 'loom', arguments: '{}' } }] },
    ...results.map((content) => ({ role: 'tool', tool_call_id: 't1', content })),
  ]);

function claude(order: 'call first' | 'call last', ...results: readonly (readonly [text: string, isError: boolean])[]) {
  const make = new ClaudeCodeRecords();
  const call = make.assistant('m1', toolUse('t1'));
  const told = results.map(([content, isError]) =>
    make.user([{ type: 'tool_result', tool_use_id: 't1', content, ...(isError ? { is_error: true } : {}) }]),
  );
  return readTranscript(
    [make.user('Weave.'), ...(order === 'call first' ? [call, ...told] : [...told, call])].join('\n'),
  );
}

describe('[L3] a second result of a call', () => {
  it.each(['call first', 'call last'] as const)('that is a failure reaches it: %s', (order) => {
    const thread = claude(order, ['woven', false], ['torn', true]);
    expect(outline(thread).join('\n')).toContain('> Bash failed: woven');
    expect(JSON.stringify(thread.events)).toContain('torn');
    expect(Object.fromEntries(thread.account.hidden.entries())).toEqual({});
    expect(accountAddsUp(thread.state)).toBe(true);
    expect(thread.state.anomalies.count).toBe(0);
  });

  it('with the same words is a repeated one, with others it is another one', () => {
    expect(claude('call first', ['woven', false], ['woven', false]).account.hidden.get('repeated-result')).toBe(1);
    expect(claude('call first', ['woven', false], ['knit', false]).account.hidden.get('other-result')).toBe(1);
    expect(claude('call first', ['torn', true], ['woven', false]).account.hidden.get('other-result')).toBe(1);
    expect(readTranscript(chat('woven', 'knit')).account.hidden.get('other-result')).toBe(1);
  });

  it('a failure stays one, whatever follows', () => {
    expect(outline(claude('call first', ['torn', true], ['woven', false]))).toContain('> Bash failed: torn');
  });
});
