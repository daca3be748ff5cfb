import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOpenedStore } from './opened-store.ts';
import type { OpenedStorage } from './opened-store.ts';

class MapStorage implements OpenedStorage {
  readonly items: Map<string, string> = new Map();
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
}

describe('what the reader opened', () => {
  test('is open after a reload, and closed again after closing it', () => {
    const storage = new MapStorage();
    const before = createOpenedStore('t1', storage);
    before.set('a', true);
    before.set('b', true);
    before.set('b', false);
    const after = createOpenedStore('t1', storage);
    expect([after.get('a'), after.get('b'), after.get('c')]).toEqual([true, false, undefined]);
  });

  test('in one thread is not open in another', () => {
    const storage = new MapStorage();
    createOpenedStore('t1', storage).set('a', true);
    expect(createOpenedStore('t2', storage).get('a')).toBeUndefined();
  });

  test('is bounded: the oldest choices are forgotten first', () => {
    const storage = new MapStorage();
    const store = createOpenedStore('t1', storage);
    for (let index = 0; index < 600; index += 1) store.set(`k${index}`, true);
    const after = createOpenedStore('t1', storage);
    expect(after.get('k0')).toBeUndefined();
    expect(after.get('k599')).toBe(true);
  });

  test('is told to whoever listens, until they stop', () => {
    const store = createOpenedStore('t1', undefined);
    let told = 0;
    const stop = store.subscribe(() => void (told += 1));
    store.set('a', true);
    stop();
    store.set('a', false);
    expect(told).toBe(1);
  });

  test('works for the page where storage is forbidden, full, or holds anything at all', () => {
    const forbidden: OpenedStorage = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('full');
      },
    };
    const store = createOpenedStore('t1', forbidden);
    store.set('a', true);
    expect(store.get('a')).toBe(true);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('[["a",1],[null],["b",true],"c"]')), (stored) => {
        const found = createOpenedStore('t', { getItem: () => stored, setItem: () => undefined });
        expect([undefined, true, false]).toContain(found.get('b'));
      }),
    );
  });
});
