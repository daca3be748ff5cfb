import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text } from '../../test/claude-code-records.ts';
import { accountAddsUp } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

describe('[L4] a result without its call', () => {
  it('is told once, where a branch that was left counts again', () => {
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      make.user('Dye it.'),
      make.result('t1', 'dyed'),
      make.assistant('m2', text('Dyed.')),
      make.user('Wash it.', { parentUuid: 'u2' }),
      make.result('t1', 'dyed'),
      make.assistant('m3', text('Washed.')),
      ...make.turn('Dry it.', 'm4', 'Dried.', { parentUuid: 'u5' }),
    ];
    const thread = readTranscript(lines.join('\n'), { format: 'claude-code' });
    expect(outline(thread)).toEqual([
      '@human: Weave.',
      '= Woven.',
      '@human: Dye it.',
      '? dyed',
      '= Dyed.',
      '@human: Wash it.',
      '= Washed.',
      '@human: Dry it.',
      '= Dried.',
    ]);
    expect(thread.counts['hidden']).toEqual({ 'repeated-result': 1 });
    expect(thread.state.anomalies.count).toBe(0);
    expect(accountAddsUp(thread.state)).toBe(true);
  });
});
