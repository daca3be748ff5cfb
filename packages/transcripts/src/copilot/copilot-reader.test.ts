import { describe, expect, it } from 'vitest';
import { accountAddsUp, fixture, readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { detectFormat } from '../index.ts';

const NAME = 'copilot/events.jsonl';

describe('[issue 11, new formats] copilot', () => {
  const read = readFixture(NAME);

  it('tells what was said, called and answered, in its order', () => {
    expect(outline(read)).toEqual(expectedOutline('copilot/events'));
    expect(read.title).toBe('Water the beds.');
  });

  it('is known by its first records, wherever it lies', () => {
    expect(detectFormat(fixture(NAME).bytes)).toBe('copilot');
    expect(read.state.source?.format).toBe('copilot');
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
