import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountAddsUp, readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

it('shows the branch that ends in the last entry, though another was taken between', () => {
  const read = readFixture('pi/branches.jsonl');
  expect(outline(read)).toEqual(expectedOutline('pi/branches'));
  expect(read.title).toBe('Kiln day');
  expect(read.counts).toMatchObject({
    types: {
      session: 1,
      message: 14,
      model_change: 1,
      compaction: 1,
      custom_message: 1,
      label: 1,
      session_info: 1,
      tomorrow: 1,
    },
    version: 3,
    toolCalls: 3,
    answered: 2,
    unanswered: 1,
    orphanResults: 1,
    hidden: { label: 1, model_change: 1, 'unknown:tomorrow': 1 },
  });
});

it('an entry may follow one in the middle of a step: what counts is told again', () => {
  expect(outline(readFixture('pi/small.jsonl'))).toEqual(['@human: Fire ✻', '> bash done: hot', '> bash lost']);
});

it('the first version has no ids: its entries follow each other', () => {
  const read = readFixture('pi/linear.jsonl');
  expect(outline(read)).toEqual(['@human: Fire.', '> bash done: hot']);
  expect(read.counts).toMatchObject({ version: 1 });
});

const HEAD = JSON.stringify({ type: 'session', version: 3, id: 's', cwd: '/' });
const entry = (id: number, parent: number | undefined): string =>
  JSON.stringify({
    type: 'message',
    id: `e${id}`,
    parentId: parent === undefined ? null : `e${parent}`,
    timestamp: '2026-01-01T00:00:00Z',
    message:
      id % 3 === 0
        ? { role: 'assistant', content: [{ type: 'text', text: `answer ${id}` }], stopReason: 'stop' }
        : { role: 'user', content: `prompt ${id}` },
  });

describe('any tree', () => {
  it('shows exactly the entries from the root to the last', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 25 }), (picks) => {
        const parents = picks.map((pick, index) => (index === 0 ? undefined : pick % index));
        const read = readTranscript([HEAD, ...parents.map((parent, id) => entry(id, parent))].join('\n'));
        const path: number[] = [];
        for (let at: number | undefined = parents.length - 1; at !== undefined; at = parents[at]) path.unshift(at);
        expect(outline(read)).toEqual(path.map((id) => (id % 3 === 0 ? `= answer ${id}` : `@human: prompt ${id}`)));
        expect(read.state.anomalies.count).toBe(0);
      }),
    );
  });

  it('with a circle, or a parent nobody knows, is read on', () => {
    const circle = [entry(1, 2), entry(2, 1), entry(4, 99)];
    expect(outline(readTranscript([HEAD, ...circle].join('\n')))).toEqual([
      '@human: prompt 1',
      '@human: prompt 2',
      '@human: prompt 4',
    ]);
  });

  it('a file that goes back and forth over its whole length costs no square of it', () => {
    const length = 4000;
    const lines = [
      HEAD,
      ...Array.from({ length }, (_, id) => entry(3 * id + 1, id === 0 ? undefined : 3 * (id - 1) + 1)),
    ];
    for (let id = 0; id < length; id += 1)
      lines.push(entry(3 * (length + id) + 1, id % 2 === 0 ? 1 : 3 * (length - 1) + 1));
    const read = readTranscript(lines.join('\n'));
    expect(read.events.length).toBeLessThan(20 * length);
    expect(read.counts['hidden']).toMatchObject({ 'too-many-branches': expect.any(Number) });
  });
});

it('[issue 11] entries that follow each other are shown so, in whatever order the file has them', () => {
  const anyOrder = fc.integer({ min: 1, max: 12 }).chain((length) =>
    fc.shuffledSubarray(
      Array.from({ length }, (_, id) => id),
      { minLength: length },
    ),
  );
  fc.assert(
    fc.property(anyOrder, (order) => {
      const lines = order.map((id) => entry(id, id === 0 ? undefined : id - 1));
      const read = readTranscript([HEAD, ...lines].join('\n'));
      const inOrder = order.toSorted((a, b) => a - b);
      expect(outline(read)).toEqual(inOrder.map((id) => (id % 3 === 0 ? `= answer ${id}` : `@human: prompt ${id}`)));
      expect(read.state.anomalies.count).toBe(0);
      expect(accountAddsUp(read.state)).toBe(true);
    }),
  );
});
