import { expect, test } from 'vitest';
import { actionProblem } from './action-problem.ts';

const given = (value: unknown): Promise<string | undefined> =>
  actionProblem(async () => JSON.parse(JSON.stringify(value)));
const thrown = (value: unknown): Promise<string | undefined> =>
  actionProblem(() => {
    throw value;
  });

test('an action of plain JavaScript says in its own way that it was taken', async () => {
  expect(await actionProblem(async () => undefined)).toBeUndefined();
  for (const value of [null, { ok: true }, { ok: true, value: 1 }]) expect(await given(value)).toBeUndefined();
});

test('what it gives as a reason is words, whatever its form', async () => {
  expect(await given('The server said no.')).toBe('The server said no.');
  expect(await given({ ok: false, error: { message: 'refused' } })).toBe('refused');
  expect(await given({ ok: false, error: 'refused' })).toBe('refused');
  for (const value of [{}, { ok: false }, { error: null }, [1]]) expect(await given(value)).toBe('no reason was given');
});

test('so is what it throws', async () => {
  expect(await thrown(new TypeError('offline'))).toBe('offline');
  expect(await thrown('offline')).toBe('offline');
  expect(await thrown(undefined)).toBe('no reason was given');
  const round: { error?: unknown } = {};
  round.error = round;
  expect(await thrown(round)).toBe('no reason was given');
});
