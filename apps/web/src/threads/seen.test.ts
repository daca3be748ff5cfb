import { beforeEach, expect, test, vi } from 'vitest';
import type { Seen } from './seen.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
};

async function fresh(): Promise<Seen> {
  vi.resetModules();
  return (await import('./seen.ts')).seen;
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', storage);
});

test('[issue 13] what happened before this browser came is not new; what happens later is, until it was seen, also after a reload', async () => {
  const first = await fresh();
  const now = Date.now() + 10_000;
  expect(first.isUnread('a', 1000)).toBe(false);
  expect(first.isUnread('a', now)).toBe(true);
  first.mark('a', now);
  expect([first.isUnread('a', now), first.isUnread('a', now + 1), first.isUnread('b', now)]).toEqual([
    false,
    true,
    true,
  ]);
  const again = await fresh();
  expect([again.isUnread('a', now), again.isUnread('b', now)]).toEqual([false, true]);
  // To look at it later does not make it older.
  again.mark('a', now - 5000);
  expect(again.isUnread('a', now)).toBe(false);
});

test('[issue 13] another tab has seen it, too', async () => {
  const [one, other] = [await fresh(), await fresh()];
  const now = Date.now() + 10_000;
  expect([one.isUnread('a', now), other.isUnread('a', now)]).toEqual([true, true]);
  one.mark('a', now);
  expect(other.isUnread('a', now)).toBe(false);
});

test('[issue 13] names and texts that are no such thing do no harm, and not everything is kept', async () => {
  for (const text of ['', '{', 'null', '[]', '{"since":"x","until":{}}', '{"since":1,"until":null}']) {
    kept.set('toolthread:seen', text);
    expect((await fresh()).isUnread('__proto__', 5)).toBe(false);
  }
  kept.set('toolthread:seen', '{"since":1,"until":{}}');
  const seen = await fresh();
  for (const id of ['__proto__', 'constructor', 'toString']) {
    expect(seen.isUnread(id, 10)).toBe(true);
  }
  const most = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`t${n}`, 100 + n]));
  kept.set('toolthread:seen', JSON.stringify({ since: 1, until: most }));
  for (const n of [1000, 1001, 1002]) seen.mark(`t${n}`, 100 + n);
  expect(Object.keys(JSON.parse(kept.get('toolthread:seen') ?? '').until)).toHaveLength(1000);
  // What is forgotten was seen all the same.
  expect(seen.isUnread('t0', 100)).toBe(false);
});

test('[issue 13] where nothing may be stored, it holds as long as the page is open', async () => {
  const refuse = (): never => {
    throw new Error('forbidden');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  const seen = await fresh();
  const now = Date.now() + 10_000;
  expect(seen.isUnread('a', now)).toBe(true);
  seen.mark('a', now);
  expect(seen.isUnread('a', now)).toBe(false);
});
