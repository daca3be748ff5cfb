import { expect, test } from 'vitest';
import { messageOf } from './message-of.ts';

const cyclic: { [name: string]: unknown } = {};
cyclic['error'] = cyclic;

test.each<[unknown, string]>([
  [{ code: 5 }, '{"code":5}'],
  [{ code: 429, detail: 'slow down' }, '{"code":429,"detail":"slow down"}'],
  [{ error: { message: 'nested' } }, 'nested'],
  [{ error: { error: 'twice' } }, 'twice'],
  [{ message: 'plain' }, 'plain'],
  [new Error('', { cause: new Error('inner') }), 'inner'],
  [new Error('outer', { cause: new Error('inner') }), 'outer'],
  [['x'], '["x"]'],
  [42, '42'],
  [0, '0'],
  [10n, '10'],
  [false, 'false'],
  [new TypeError(''), 'TypeError'],
  [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), '{"code":"ECONNREFUSED"}'],
  [Object.assign(new Error(''), { self: cyclic }), 'Error'],
  [cyclic, 'It failed, and did not say why.'],
  [{}, 'It failed, and did not say why.'],
  ['', 'It failed, and did not say why.'],
  [undefined, 'It failed, and did not say why.'],
  [null, 'It failed, and did not say why.'],
])('[004] an error says what it said: %o', (error, message) => {
  expect(messageOf({ error })).toBe(message);
  expect(messageOf({ error, errorText: '' })).toBe(message);
  expect(messageOf({ error, errorText: 'told' })).toBe('told');
});

test('[004] a long one without a message is cut', () => {
  const message = messageOf({ error: { detail: '😀'.repeat(100_000) } });
  expect(message.length).toBeLessThanOrEqual(2000);
  expect(message).not.toMatch(/\p{Surrogate}/u);
  expect(message.endsWith('…')).toBe(true);
});
