import { expect, test } from 'vitest';
import { DatabaseDamaged, DatabaseUnavailable } from '../sql/database.ts';
import { ThreadOrder } from './thread-order.ts';

interface Started {
  readonly ask: (name: string, thread?: string) => Promise<string>;
  readonly begun: readonly string[];
  readonly end: (name: string, error?: Error) => void;
}

/** Writes that are begun in `order`, and end when the test says so. */
function started(): Started {
  const order = new ThreadOrder();
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    begun,
    ask: (name, thread = 'a') =>
      order.next(
        thread,
        () =>
          new Promise((resolve, reject) => {
            begun.push(name);
            ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
          }),
      ),
    end: (name, error) => ends.get(name)?.(error),
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Of two writes to one thread. */
async function firstFails(error: Error): Promise<Started & { readonly all: Promise<PromiseSettledResult<string>[]> }> {
  const writes = started();
  const all = Promise.allSettled([writes.ask('1'), writes.ask('2')]);
  writes.end('1', error);
  await settle();
  writes.end('2');
  return { ...writes, all };
}

test('writes to one thread are begun in the order of their calls, each when the one before has ended', async () => {
  const { ask, begun, end } = started();
  const all = Promise.all([ask('1'), ask('2'), ask('3')]);
  for (const name of ['1', '2', '3']) {
    expect(begun.at(-1)).toBe(name);
    end(name);
    await settle();
  }
  expect(await all).toEqual(['1', '2', '3']);
});

test('writes to other threads wait for none of it', () => {
  const { ask, begun } = started();
  void ask('1', 'a');
  void ask('2', 'b');
  expect(begun).toEqual(['1', '2']);
});

test('a write that fails by itself takes nobody with it', async () => {
  const { all, begun } = await firstFails(new Error('no such column'));
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(begun).toEqual(['1', '2']);
});

test.each([new DatabaseUnavailable('database is locked'), new DatabaseDamaged('the file is damaged')])(
  '[B.6 7] all that wait when the database cannot be written fail with the one before, in its words ($message): they wait once, and none overtakes it',
  async (error) => {
    const { ask, begun, end } = started();
    const all = Promise.allSettled([ask('1'), ask('2'), ask('3'), ask('4')]);
    end('1', error);
    await settle();
    expect(begun).toEqual(['1']);
    const failed = { status: 'rejected', reason: error };
    expect(await all).toEqual([failed, failed, failed, failed]);
  },
);

test('[B.6 7] whoever asks after that is tried again', async () => {
  const { ask, begun, end, all } = await firstFails(new DatabaseUnavailable('database is locked'));
  await all;
  const [third, fourth] = [ask('3'), ask('4')];
  end('3');
  await settle();
  end('4');
  expect(await Promise.all([third, fourth])).toEqual(['3', '4']);
  expect(begun.slice(-2)).toEqual(['3', '4']);
});

test('[B.6 7] a failure of one thread is none of another', async () => {
  const { ask, begun, end } = started();
  const all = Promise.allSettled([ask('1', 'a'), ask('2', 'b'), ask('3', 'b')]);
  end('1', new DatabaseUnavailable('database is locked'));
  end('2');
  await settle();
  end('3');
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(begun).toEqual(['1', '2', '3']);
});
