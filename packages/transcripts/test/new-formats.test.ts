/** Formats that are read from what is public about them: no real file could be had. */
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../src/index.ts';
import { formatReaders } from '../src/transcript/format-readers.ts';
import { accountAddsUp, fixture, fixtures, readFixture } from './fixtures.ts';
import { expectedOutline, outline } from './outline.ts';

/** Their tests make their own files. */
const WITHOUT_FIXTURES = ['ledger', 'tool-text'];

it.each(formatReaders.map(({ format }) => format))('there is a fixture of %s', (format) => {
  const has = WITHOUT_FIXTURES.includes(format) || fixtures.some((file) => file.format === format);
  expect(has, `packages/transcripts/fixtures/${format} has no file`).toBe(true);
});

describe.each([
  ['amp', 'amp/thread', 'json', 'Boat'],
  ['copilot', 'copilot/events', 'jsonl', 'Water the beds.'],
  ['cursor', 'cursor/transcript', 'jsonl', 'Sharpen the saw.'],
  ['kimi', 'kimi/wire', 'jsonl', 'Paint the fence.'],
  ['kimi', 'kimi/pieces', 'jsonl', 'Mend the roof.'],
  ['qwen', 'qwen/chat', 'jsonl', 'Bread'],
])('[issue 11, new formats] %s: %s', (format, name, extension, title) => {
  const file = `${name}.${extension}`;
  const read = readFixture(file);

  it('tells what was said, called and answered, in its order', () => {
    expect(outline(read)).toEqual(expectedOutline(name));
    expect(read.title).toBe(title);
  });

  it('is known by its first records, wherever it lies', () => {
    expect(detectFormat(fixture(file).bytes)).toBe(format);
    expect(read.state.source?.format).toBe(format);
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
