import type { CallResult } from '@toolthread/core';
import { MOST_BYTES, MOST_LINES } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, outcomes, runOn, say, told, tool } from '../../test/run-on.ts';
import { useTool } from '../../test/use-tool.ts';
import type { Used } from '../../test/use-tool.ts';
import type { ToolContext } from '../tool/tool.ts';
import { textValue } from '../tool/tool-value.ts';
import { readOutput } from './read-output.ts';

function result(fullBlob: string | undefined): CallResult {
  const nothing = { structured: undefined, error: undefined, durationMs: undefined, fullSize: undefined };
  return { by: 'result', outcome: 'done', parts: [], ...nothing, fullBlob, provisional: false, at: 0 };
}

async function kept(whole: string): Promise<Partial<ToolContext>> {
  const blobs = new MemoryBlobs();
  const hash = await blobs.put(new TextEncoder().encode(whole));
  return { blobs, resultOf: (id) => (id === 'c1_0' ? result(hash) : id === 'c1_1' ? result(undefined) : undefined) };
}

interface Next {
  readonly from: number;
  readonly column: number;
}

function nextOf(used: Used): Next | undefined {
  const { structured } = used;
  if (typeof structured !== 'object' || structured === null || !('next' in structured)) return undefined;
  const { next } = structured;
  if (typeof next !== 'object' || next === null || !('from' in next) || !('column' in next)) return undefined;
  return { from: Number(next.from), column: Number(next.column) };
}

/** Follows what each page says, as a model would. */
async function readAll(context: Partial<ToolContext>): Promise<{ text: string; pages: number }> {
  let text = '';
  let at: Next | undefined = { from: 1, column: 1 };
  for (let pages = 1; ; pages += 1) {
    const used: Used = await useTool(readOutput, { call: 'c1_0', ...at }, context);
    expect(used.error).toBeUndefined();
    expect(Buffer.byteLength(used.text)).toBeLessThanOrEqual(MOST_BYTES);
    expect(used.text.split('\n').length).toBeLessThanOrEqual(MOST_LINES);
    const next = nextOf(used);
    if (next === undefined) return { text: text + used.text, pages };
    const shown = used.text.slice(0, used.text.lastIndexOf('\n'));
    text += next.column > 1 ? shown : `${shown}\n`;
    expect(next.from > (at?.from ?? 0) || next.column > (at?.column ?? 0)).toBe(true);
    at = next;
  }
}

test('page after page gives the whole, to the last character, and no page is cut again', async () => {
  for (const whole of [
    Array.from({ length: 9000 }, (_, n) => `line ${n}`).join('\n'),
    `${'é🔧'.repeat(60_000)}\nshort\n${'x'.repeat(120_000)}`,
    '\n'.repeat(60_000) + 'end',
    `${'x'.repeat(MOST_BYTES - 1024)}${'\n'.repeat(3000)}end`,
    Array.from({ length: 3000 }, () => 'y'.repeat(40)).join('\n'),
  ]) {
    const { text, pages } = await readAll(await kept(whole));
    expect(text).toBe(whole);
    expect(pages).toBeGreaterThan(1);
  }
});

test('whatever the text, reading on ends and loses nothing', async () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll('\n', '')),
    fc.integer({ min: 1, max: 120_000 }).map((length) => 'z'.repeat(length)),
    fc.constant(''),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 60 }), async (lines) => {
      const whole = Buffer.from(`${lines.join('\n')}.`).toString();
      const { text } = await readAll(await kept(whole));
      expect(text).toBe(whole);
    }),
    { numRuns: 40 },
  );
});

test('a range is what was asked for, and what cannot be given is said', async () => {
  const context = await kept('a\nb\nc\nd\n');
  expect((await useTool(readOutput, { call: 'c1_0', from: 2, to: 3 }, context)).text).toBe('b\nc');
  expect((await useTool(readOutput, { call: 'c1_0', from: 9 }, context)).error?.message).toMatch(/only 4 lines/);
  expect((await useTool(readOutput, { call: 'c1_0', from: 3, to: 2 }, context)).error).toBeDefined();
  expect((await useTool(readOutput, { call: 'c1_1' }, context)).error?.message).toMatch(/was not cut/);
  expect((await useTool(readOutput, { call: '__proto__' }, context)).error?.message).toMatch(/no finished call/);
  const { resultOf } = context;
  const gone = { blobs: new MemoryBlobs(), ...(resultOf === undefined ? {} : { resultOf }) };
  expect((await useTool(readOutput, { call: 'c1_0' }, gone)).error?.code).toBe('gone');
});

test('[B.6 44] in a run: the cut result names the call, and the model reads the rest by it', async () => {
  const whole = Array.from({ length: 5000 }, (_, n) => `row ${n}`).join('\n');
  const ledger = MemoryLedger.withPrompt('go');
  const long = tool('long', () => textValue(whole));
  await runOn(ledger, {
    script: [[call('long')], [call('read_output', { call: 'c1_0', from: 4999 })], [say('ok')]],
    tools: [long, readOutput],
    more: { blobs: new MemoryBlobs() },
  });
  expect(told(ledger)[0]).toMatch(/read_output reads more of c1_0\.\]$/);
  expect(told(ledger)[1]).toBe('row 4998\nrow 4999');
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'c2_0 done']);
});

test('one agent does not read the results of another', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const long = tool('long', () => textValue('x\n'.repeat(5000)));
  const blobs = new MemoryBlobs();
  await runOn(ledger, { script: [[call('long')], [say('ok')]], tools: [long], more: { blobs } });
  await runOn(ledger, {
    script: [[call('read_output', { call: 'c1_0' })], [say('ok')]],
    tools: [readOutput],
    more: { blobs, scope: 'agent:coder' },
  });
  expect(told(ledger).at(-1)).toMatch(/no finished call "c1_0" of yours/);
});
