import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../ledger/json/json.ts';
import { jsonFault } from '../../ledger/check/json-fault.ts';
import { stampBlob, stampOf } from '../../ledger/contract-stamp.ts';
import type { ToolEnding } from './tool-ending.ts';
import { endingFields } from './tool-ending.ts';

const ending = (rest: Partial<ToolEnding>): ReturnType<typeof endingFields> =>
  endingFields({ content: '', result: undefined, error: undefined, durationMs: undefined, ...rest });
const said = (...texts: readonly string[]): object[] => texts.map((text) => ({ type: 'text', text }));

test('no error is success, whatever the result says', () => {
  expect(ending({})).toEqual({ outcome: 'done' });
  expect(ending({ result: { success: false } }).outcome).toBe('done');
  expect(ending({ error: null }).outcome).toBe('done');
});

test('[L3] the outcome that a source names is kept, with an error or without one', () => {
  for (const outcome of ['done', 'failed', 'denied', 'interrupted', 'skipped', 'lost'] as const) {
    expect(ending({ outcome })).toEqual({ outcome });
    expect(ending({ outcome, content: 'x' })).toEqual({ outcome, parts: said('x') });
    expect(ending({ outcome, result: 'x' })).toEqual({ outcome, parts: said('x'), structured: 'x' });
    expect(ending({ outcome, result: null }).outcome).toBe(outcome);
    expect(ending({ outcome, error: 'boom' }).outcome).toBe(outcome === 'done' ? 'failed' : outcome);
  }
});

test('[L3] an error is a failure, however empty, and keeps what came with it', () => {
  expect(ending({ error: '' })).toEqual({ outcome: 'failed', error: { message: '' } });
  expect(ending({ error: 'boom', content: 'It broke', result: { code: 1 }, durationMs: 5 })).toEqual({
    outcome: 'failed',
    error: { message: 'boom' },
    parts: said('It broke', 'boom', '{"code":1}'),
    structured: { code: 1 },
    duration_ms: 5,
  });
});

test('[L3] a result of MCP that says isError is a failure with its words, unless its outcome was recorded', () => {
  const result = { content: [{ type: 'text', text: 'no such table' }], isError: true };
  expect(ending({ result })).toMatchObject({ outcome: 'failed', error: { message: 'no such table' } });
  expect(ending({ result, outcome: 'done' }).outcome).toBe('done');
  for (const other of [{ ...result, isError: false }, { isError: true }, { ...result, content: 'text' }])
    expect(ending({ result: other }).outcome).toBe('done');
});

test('an error that is no text is told by its message, or as JSON', () => {
  expect(ending({ error: { message: 'boom', code: 7 } }).error).toEqual({ message: 'boom' });
  expect(ending({ error: { code: 7 } }).error).toEqual({ message: '{"code":7}' });
  expect(ending({ error: false }).error).toEqual({ message: 'false' });
  expect(ending({ error: new TypeError('boom') }).error).toEqual({ message: 'boom' });
  expect(ending({ result: [new Error('boom')] }).structured).toEqual(['boom']);
});

test('a summary that only repeats the result is not kept twice', () => {
  expect(ending({ content: '{"found":3}', result: { found: 3 } }).parts).toEqual(said('{"found":3}'));
  expect(ending({ content: 'Found 3', result: { found: 3 } }).parts).toEqual(said('Found 3', '{"found":3}'));
  expect(ending({ content: 'boom', error: 'boom' })).not.toHaveProperty('parts');
});

test('what is nested deeper than the ledger keeps is kept as text; every ending can be stored', () => {
  let deep: Json = 0;
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  expect(ending({ result: deep }).structured).toMatch(/^\[{10000}0\]{10000}$/);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (result, error) => {
      expect(jsonFault({ type: 'agent.tool.completed', ...ending({ result, error }) })).toBeUndefined();
    }),
  );
});

test('a value that JSON cannot say is named, not lost in silence', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  expect(ending({ result: circle }).structured).toBe('[not JSON]');
  expect(ending({ result: new Date(0) }).structured).toBe('1970-01-01T00:00:00.000Z');
});

test('a stamp is read back, and only by who made it', () => {
  const stamp = { message_id: 'msg_001', args_summary: "q: 'x'", result_id: 'tool_1' };
  const { blob } = stampBlob(stamp);
  expect(stampOf(blob)).toEqual(stamp);
  expect(stampBlob({})).toEqual({});
  expect(stampOf(undefined)).toEqual({});
  expect(stampOf({ provider: 'anthropic', api: 'messages', model: '', data: stamp })).toEqual({});
  for (const data of [null, 7, 'x', ['message_id'], { message_id: 7 }]) {
    expect(stampOf({ provider: 'contract', api: 'messages', model: '', data })).toEqual({});
  }
});
