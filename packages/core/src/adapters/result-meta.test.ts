import { expect, test } from 'vitest';
import type { CallResult } from '../ledger/call.ts';
import type { ContentPart } from '../ledger/content-part.ts';
import { resultMeta } from './result-meta.ts';

const metaOf = (...parts: readonly ContentPart[]): object => {
  const result: CallResult = {
    outcome: 'done',
    parts,
    structured: undefined,
    error: undefined,
    durationMs: undefined,
    provisional: false,
    by: 'result',
    fullSize: undefined,
    fullBlob: undefined,
    at: 0,
  };
  return resultMeta(result, { output: 'x' });
};
const text = { type: 'text', text: 'a' } as const;

test('the very result goes along, but no bytes of a picture or a file: a client sends all of it with every request', () => {
  const blob = { kind: 'blob', hash: 'a'.repeat(64), size: 3 } as const;
  const base64 = { kind: 'base64', data: 'AAAA' } as const;
  const image = { type: 'image', media_type: 'image/png' } as const;
  const file = { type: 'file', media_type: 'text/plain' } as const;
  expect(metaOf(text, { ...image, source: blob })).toHaveProperty('exact');
  expect(metaOf(text, { ...file, source: blob })).toHaveProperty('exact');
  expect(metaOf(text, { ...image, source: base64 })).toEqual({ outcome: 'done' });
  expect(metaOf(text, { ...file, source: base64 })).toEqual({ outcome: 'done' });
});
