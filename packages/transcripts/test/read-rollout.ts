import { expect } from 'vitest';
import { readTranscript } from '../src/index.ts';
import type { ReadTranscript } from '../src/index.ts';
import { META } from './codex-records.ts';
import { accountAddsUp } from './fixtures.ts';

/** A rollout of these lines, every one of which is accounted for. */
export function readRollout(...lines: readonly string[]): ReadTranscript {
  const whole = readTranscript([META, ...lines].join('\n'));
  expect(accountAddsUp(whole.state)).toBe(true);
  expect([...whole.state.anomalies.first]).toEqual([]);
  return whole;
}
