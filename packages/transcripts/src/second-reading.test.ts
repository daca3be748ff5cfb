import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../test/fixtures.ts';
import type { Fixture } from '../test/fixtures.ts';
import { compareReadings, recordsIn } from '../test/second-reading/compare-readings.ts';
import { compareTimes } from '../test/second-reading/times-agree.ts';
import { anyMutation } from '../test/second-reading/mutations.ts';
import { READ_ONCE, SECOND_READINGS } from '../test/second-reading/second-readings.ts';
import { readTranscript } from './index.ts';
import { formatReaders } from './transcript/format-readers.ts';

const read = fixtures.filter(({ format }) => SECOND_READINGS[format] !== undefined);
const names = read.map((one) => [one.name, one] as const);
const everyFile = fixtures.map((one) => [one.name, one] as const);

function textOf({ bytes }: Fixture): string {
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

describe('[L4] a second reading agrees with the readers', () => {
  it('there is a second reading, and a file, of every format that agents leave', () => {
    const known = formatReaders
      .map(({ format }) => format)
      .filter((format) => !READ_ONCE.some((one) => one === format));
    expect([...new Set(read.map(({ format }) => format))].sort()).toEqual(known.sort());
  });

  it.each(names)('[L1] every word, call and result of %s is drawn, in its order', (_, file) => {
    const text = textOf(file);
    const { counts, differences } = compareReadings(file.format, text, recordsIn(text));
    expect(differences).toEqual([]);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  });

  it.each(names.filter(([name]) => name.endsWith('.jsonl') && !name.includes('damaged')))(
    '[L1] and of %s, damaged as agents damage their files',
    (_, file) => {
      const lines = textOf(file)
        .split('\n')
        .filter((line) => line !== '');
      fc.assert(
        fc.property(anyMutation(file.format, lines), ({ text, records }) => {
          expect(compareReadings(file.format, text, records).differences).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('[issue 11] everything has the time of its own words', () => {
  const total = { compared: 0, formats: new Set<string>() };
  it.each(everyFile)('%s', (_, file) => {
    const text = textOf(file);
    const { compared, differences } = compareTimes(readTranscript(text, { format: file.format }), recordsIn(text));
    expect(differences).toEqual([]);
    total.compared += compared;
    if (compared > 0) total.formats.add(file.format);
  });

  it('the files of all formats that keep times tell enough to compare', () => {
    expect([...total.formats].sort()).toEqual([
      'amp',
      'chat',
      'claude-code',
      'cline',
      'codex',
      'contract',
      'copilot',
      'gemini',
      'kimi',
      'opencode',
      'pi',
      'qwen',
      'unified',
    ]);
    expect(total.compared).toBeGreaterThan(80);
  });
});
