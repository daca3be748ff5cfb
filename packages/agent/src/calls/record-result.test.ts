import { expect, test } from 'vitest';
import type { Json } from '@toolthread/core/json';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import type { Blobs } from '../blobs.ts';
import { recordResult } from './record-result.ts';
import type { Keeping } from './record-result.ts';

const keeping = (keeps: Keeping['keeps'], blobs?: Blobs): Keeping => ({ keeps, blobs, call: 'c1_0' });

const image = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'AA==' } } as const;

test('a short result is recorded as it is, and nothing is put elsewhere', async () => {
  const blobs = new MemoryBlobs();
  const value = { parts: [{ type: 'text', text: 'fine' } as const, image], structured: 0 };
  expect(await recordResult(value, 'done', keeping('head', blobs))).toEqual({ outcome: 'done', ...value });
  expect(blobs.texts).toEqual([]);
});

test('[L3] 0, false and "" are results', async () => {
  for (const structured of [0, false, '', null]) {
    expect(await recordResult({ parts: [], structured }, 'done', keeping('head'))).toEqual({
      outcome: 'done',
      structured,
    });
  }
});

test('[B.6 44] a long result is cut once; the marker names the whole, and the whole is kept', async () => {
  const blobs = new MemoryBlobs();
  const whole = Array.from({ length: 3000 }, (_, n) => `line ${n}`).join('\n');
  const recorded = await recordResult(
    { parts: [{ type: 'text', text: whole }, image] },
    'done',
    keeping('tail', blobs),
  );
  expect(blobs.texts).toEqual([whole]);
  expect(recorded).toMatchObject({ full_size: Buffer.byteLength(whole), full_blob: expect.any(String) });
  const [text, second] = recorded.parts ?? [];
  expect(second).toEqual(image);
  expect(text?.type === 'text' && text.text.split('\n')[0]).toMatch(
    /^\[Cut: only the end .* 3000 lines .* read_output reads more of c1_0\.\]$/,
  );
  expect(text?.type === 'text' && text.text.endsWith('line 2999')).toBe(true);
});

test('a store that fails costs the call nothing but the whole', async () => {
  const full = (): Promise<never> => Promise.reject(new Error('disk full'));
  const blobs = { put: full, putAll: full, get: async () => undefined };
  const recorded = await recordResult(
    { parts: [{ type: 'text', text: 'x\n'.repeat(2001) }] },
    'done',
    keeping('head', blobs),
  );
  expect(recorded.full_blob).toBeUndefined();
  expect(JSON.stringify(recorded.parts)).toContain('The whole was not kept.');
});

test('a failed result says why, after what it had to show', async () => {
  const error = { message: 'Exit code 1.', code: '1' };
  expect(await recordResult({ parts: [{ type: 'text', text: 'FAIL' }], error }, 'failed', keeping('tail'))).toEqual({
    outcome: 'failed',
    parts: [
      { type: 'text', text: 'FAIL' },
      { type: 'text', text: 'Exit code 1.' },
    ],
    error,
  });
  expect(await recordResult({ parts: [], error }, 'failed', keeping('tail'))).toEqual({ outcome: 'failed', error });
});

test('data that is no JSON, or too deep, or too long, is told, not thrown', async () => {
  const ring: Record<string, Json> = {};
  ring['self'] = ring;
  let deep: Json = 0;
  for (let n = 0; n < 200_000; n += 1) deep = [deep];
  const secret = { ...keeping('head'), secrets: ['sk-12345'] };
  for (const [structured, how] of [
    [ring, keeping('head')],
    [deep, keeping('head')],
    [ring, secret],
    [deep, secret],
  ] as const) {
    const recorded = await recordResult({ parts: [], structured }, 'done', how);
    expect(recorded).toMatchObject({
      outcome: 'failed',
      error: { message: 'The tool returned data that is not JSON.' },
    });
    expect(recorded.structured).toBeUndefined();
  }
  const blobs = new MemoryBlobs();
  const long = await recordResult({ parts: [], structured: ['x'.repeat(300_000)] }, 'done', keeping('head', blobs));
  expect(long).toMatchObject({
    outcome: 'done',
    structured: { kind: 'truncated', bytes: 300_004 },
    full_blob: expect.any(String),
  });
  expect(blobs.texts[0]).toHaveLength(300_004);
});
