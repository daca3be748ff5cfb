import { timeline } from '@toolthread/core';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../test/fixtures.ts';
import type { Fixture } from '../test/fixtures.ts';
import { resultsFirst } from '../test/results-first.ts';
import { aboutThread, readTranscript, textWriter } from './index.ts';

const moved = fixtures
  .map((file) => [file.name, file, resultsFirst(file)] as const)
  .filter(([, , texts]) => texts.length > 0);

/**
 * What a person reads, and what is counted, but for what tells the order itself: how many results are before their call, how many
 * responses have other records between theirs, how long a thought took, which ends with what comes next, and when an answer without a time of its own
 * was given: at that of the record before it.
 */
function told(bytes: Buffer | string, { path, format }: Fixture): object {
  const read = readTranscript(bytes, { path, format });
  const text = [...textWriter(aboutThread(read), { whole: true }).texts(timeline(read).items)].join('');
  const { resultBeforeCall: _, nonContiguousMessageIds: __, ...counts } = read.counts;
  return {
    text: text.replaceAll(/^(?:Reasoning · [\d.]+m?s|\(\d{4}-\d\d-\d\d \d\d:\d\d\))\n\n/gm, ''),
    counts,
    anomalies: read.state.anomalies.count,
  };
}

describe("[L3] [issue 11] a result before its call is that call's, and is read by the same rule", () => {
  it('in every format whose results have records of their own', () => {
    expect([...new Set(moved.map(([, { format }]) => format))].sort()).toEqual([
      'amp',
      'claude-code',
      'cline',
      'codex',
      'contract',
      'copilot',
      'kimi',
      'openai',
      'pi',
      'qwen',
    ]);
  });

  it.each(moved)('%s', (_, file, texts) => {
    const whole = told(file.bytes, file);
    for (const text of texts) expect(told(text, file)).toEqual(whole);
  });
});
