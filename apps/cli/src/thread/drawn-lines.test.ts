import { threadOf, timeline } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import { eventsOf } from '@toolthread/core/testing';
import { expect, test, vi } from 'vitest';
import { DrawnLines } from './drawn-lines.ts';

const ROWS = Array.from({ length: 50_000 }, (_, row) => `${row}: ${'word '.repeat(20)}end`).join('\n');

function drawnOf(args: object): () => DrawnLines {
  const events = eventsOf([
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'write', arguments: JSON.stringify(args) },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
  ]);
  const lines = [...linesOf(timeline(threadOf(events)).items, 'whole')];
  return () => new DrawnLines(lines, '', events);
}

test('[issue 11] long arguments that are on their lines are not read once more: they may have a hundred megabytes', () => {
  const drawn = drawnOf({ content: ROWS });
  const parse = vi.spyOn(JSON, 'parse');
  const missing = drawn().missingIn([['content', ROWS]], []);
  const count = parse.mock.calls.length;
  parse.mockRestore();
  expect([missing, count]).toEqual([[], 0]);
});

test('[L4] long arguments that are on a line as JSON are not missing; what is nowhere is', () => {
  const drawn = drawnOf({ files: [{ path: 'a', content: ROWS }] })();
  expect(drawn.missingIn([['content', ROWS]], [])).toEqual([]);
  expect(drawn.missingIn([['content', 'nowhere']], [])).toEqual([['content', 'nowhere']]);
});
