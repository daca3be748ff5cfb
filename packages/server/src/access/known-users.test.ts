import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { User } from './authenticate.ts';
import { createKnownUsers } from './known-users.ts';

const PERIOD = 15_000;
const HERE = '192.0.2.1';
const request = new Request('http://localhost/api/threads');
const answer = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A program that can be made to say something else, or nothing at all. */
function program(): {
  readonly errors: unknown[];
  readonly find: ReturnType<typeof createKnownUsers>['find'];
  say(next: User | undefined | 'nothing' | Error): void;
  asked(): number;
  /** Those that it has not answered. */
  open(): number;
} {
  let said: User | undefined | 'nothing' | Error = { name: 'Ada' };
  let [asked, open] = [0, 0];
  const errors: unknown[] = [];
  const authenticate = async (): Promise<User | undefined> => {
    asked += 1;
    if (said === 'nothing') open += 1;
    if (said instanceof Error) throw said;
    return said === 'nothing' ? new Promise(() => undefined) : said;
  };
  const { find } = createKnownUsers(authenticate, { keepAliveMs: PERIOD, onError: (error) => void errors.push(error) });
  return { errors, find, say: (next) => void (said = next), asked: () => asked, open: () => open };
}

test('who is still known is asked about once a period, until the answer is given', async () => {
  const { find, asked } = program();
  const response = answer();
  expect(await find(request, response, HERE)).toEqual({ name: 'Ada', may: 'all' });
  await vi.advanceTimersByTimeAsync(3 * PERIOD);
  expect([asked(), response.destroyed]).toEqual([4, false]);
  response.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});

test('a request that was aborted while the program was asked is not asked about again', async () => {
  const { find, asked } = program();
  const response = answer();
  const found = find(request, response, HERE);
  response.destroy();
  response.emit('close');
  await found;
  expect([vi.getTimerCount(), asked()]).toEqual([0, 1]);
});

test.each([
  ['is not known any more', undefined, 0],
  ['is somebody else', { name: 'Bob' }, 0],
  ['may only read from now on', { name: 'Ada', may: 'read' }, 0],
  ['is a fault of the program', { name: '@human' }, 1],
  ['cannot be looked up', new Error('no database'), 1],
] as const)('the answer to a user who %s ends after a period', async (_, next, errors) => {
  const known = program();
  const response = answer();
  await known.find(request, response, HERE);
  known.say(next);
  await vi.advanceTimersByTimeAsync(PERIOD);
  expect([response.destroyed, known.errors.length]).toEqual([true, errors]);
  response.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});

test('where the program does not say whether it still knows a user, the answer ends, and it was asked once', async () => {
  const known = program();
  const response = answer();
  await known.find(request, response, HERE);
  known.say('nothing');
  await vi.advanceTimersByTimeAsync(2 * PERIOD);
  expect([response.destroyed, known.open()]).toEqual([true, 1]);
  expect(known.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('did not answer within') }),
  ]);
});

test('who nothing is said of is let in by nobody', async () => {
  const known = program();
  known.say('nothing');
  const found = known.find(request, answer(), HERE).catch(String);
  await vi.advanceTimersByTimeAsync(PERIOD);
  expect(await found).toContain('did not answer within');
  expect(vi.getTimerCount()).toBe(0);
});

test('so many wait at once; those beyond are told so, and the program is not asked', async () => {
  const known = program();
  known.say('nothing');
  const found: unknown[] = [];
  const ask = (): Promise<unknown> =>
    known
      .find(request, answer(), HERE)
      .catch(() => 'late')
      .then((user) => found.push(user));
  for (let count = 0; count < 2000; count += 1) void ask();
  await vi.advanceTimersByTimeAsync(0);
  expect([known.open(), found.length, new Set(found)]).toEqual([500, 1500, new Set(['too_many'])]);
  await vi.advanceTimersByTimeAsync(PERIOD);
  known.say({ name: 'Ada' });
  expect(await known.find(request, answer(), HERE)).toMatchObject({ name: 'Ada' });
});

test.each([1, 2, 9, 200])(
  '[L1] %s addresses that ask without end leave places for one that asks once',
  async (strangers) => {
    const known = program();
    known.say('nothing');
    for (let round = 0; round < 600; round += 1)
      for (let n = 0; n < strangers; n += 1) void known.find(request, answer(), `stranger ${n}`).catch(() => 'late');
    await vi.advanceTimersByTimeAsync(0);
    // A share each, and one for whoever comes.
    const share = 1000 / (strangers + 1);
    expect(known.open()).toBeGreaterThan(strangers * (share - 1));
    expect(known.open()).toBeLessThan(strangers * (share + 1));
    known.say({ name: 'Ada' });
    expect(await known.find(request, answer(), HERE)).toMatchObject({ name: 'Ada' });
    expect(await known.find(request, answer(), 'stranger 0')).toBe('too_many');
    await vi.advanceTimersByTimeAsync(PERIOD);
    expect(await known.find(request, answer(), 'stranger 0')).toMatchObject({ name: 'Ada' });
  },
);
