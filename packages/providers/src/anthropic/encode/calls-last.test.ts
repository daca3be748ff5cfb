import { expect, test } from 'vitest';
import { callsLast } from './calls-last.ts';
import type { Block } from './block.ts';

const thinking: Block = { type: 'thinking' };
const text: Block = { type: 'text' };
const call: Block = { type: 'tool_use' };

const order = (...blocks: Block[]): string =>
  callsLast(blocks)
    .map(({ type }) => type[2])
    .join('');

test('calls move behind words, though not over thinking, and end their message', () => {
  expect(order(call, text, call)).toBe('xoo');
  expect(order(call, text, thinking, call, text)).toBe('xoixo');
  expect(order(call, thinking, text)).toBe('ixo');
  expect(order(text, thinking)).toBe('xi');
});

// In a cost that grows with its square it would take minutes.
test('[L5] a turn that thinks before each of very many calls costs what it holds', () => {
  const blocks = Array.from({ length: 100_000 }, () => [thinking, call]).flat();
  expect(callsLast(blocks)).toHaveLength(blocks.length);
});
