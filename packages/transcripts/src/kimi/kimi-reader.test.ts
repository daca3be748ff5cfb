import { describe, expect, it } from 'vitest';
import { accountAddsUp, fixture, readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { detectFormat } from '../index.ts';

const NAME = 'kimi/wire.jsonl';

describe('[issue 11, new formats] kimi', () => {
  const read = readFixture(NAME);

  it('tells what was said, called and answered, in its order', () => {
    expect(outline(read)).toEqual(expectedOutline('kimi/wire'));
    expect(read.title).toBe('Paint the fence.');
  });

  it('is known by its first records, wherever it lies', () => {
    expect(detectFormat(fixture(NAME).bytes)).toBe('kimi');
    expect(read.state.source?.format).toBe('kimi');
  });

  it('[L4] every record has a fate, and what is new is named', () => {
    expect(accountAddsUp(read.state)).toBe(true);
    expect(read.state.account.malformed.length).toBe(0);
    expect(
      [...read.state.account.hidden.entries()].map(([rule]) => rule).filter((rule) => rule.startsWith('unknown:')),
    ).toHaveLength(1);
    expect(read.state.anomalies.count).toBe(0);
  });
});
