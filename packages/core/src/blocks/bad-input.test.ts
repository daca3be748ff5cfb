import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completePendingToolBlock,
  formatToolCombined,
  formatToolStarted,
  mergeConsecutiveToolBlocks,
  parseToolBlocks,
} from './index.ts';

/** As a caller without types may call it: the signature says a string, or an object. */
function untyped(call: (...args: never[]) => unknown, ...args: readonly unknown[]): unknown {
  return Reflect.apply(call, undefined, args);
}

/** The text of `[text, trace]`. */
function pairText(pair: unknown): string {
  return Array.isArray(pair) ? String(pair[0]) : '';
}

const anyValue = fc.oneof(
  fc.anything(),
  fc.jsonValue(),
  fc.constantFrom(undefined, null, '', 0, '__proto__', '\ud800', '<tool>'),
);

describe('any value for any argument', () => {
  it('is written, and read again as one block with its result', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, anyValue, (name, args, result, id) => {
        const combined = pairText(untyped(formatToolCombined, name, args, result, id));
        expect(parseToolBlocks(combined)).toMatchObject([{ kind: 'tool', state: 'done' }]);
        const started = pairText(untyped(formatToolStarted, name, args, id));
        expect(pairText(untyped(completePendingToolBlock, started, name, result, id))).toBe(combined);
      }),
      { numRuns: 1000 },
    );
  });

  it('is a text to be completed, and to be read', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (text, name) => {
        const completed = pairText(untyped(completePendingToolBlock, text, name, 'ok'));
        const groups = mergeConsecutiveToolBlocks(parseToolBlocks(completed));
        expect(groups.at(-1)).toMatchObject({ kind: 'tools', blocks: [{ result: 'ok' }] });
        expect(Array.isArray(untyped(parseToolBlocks, text))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
