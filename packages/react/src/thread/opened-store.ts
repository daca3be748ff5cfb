/** What the reader opened or closed by hand, by item key. It outlives the page. */
export interface OpenedStore {
  /** Undefined: the reader has not said. */
  get(key: string): boolean | undefined;
  set(key: string, open: boolean): void;
  subscribe(listener: () => void): () => void;
}

/** The part of `Storage` that is needed: pass your own, or `undefined` to remember nothing. */
export interface OpenedStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The oldest choices are forgotten beyond this. */
const REMEMBERED = 500;

/**
 * Remembers what the reader of a thread opened.
 *
 * @example
 * const opened = createOpenedStore('t1', undefined);
 * opened.set('group_3', true);
 * opened.get('group_3'); //=> true
 */
export function createOpenedStore(thread: string, storage: OpenedStorage | undefined): OpenedStore {
  const name = `toolthread:opened:${thread}`;
  const choices = readChoices(storage, name);
  const listeners = new Set<() => void>();
  return {
    get: (key) => choices.get(key),
    set(key, open) {
      choices.delete(key);
      choices.set(key, open);
      for (const oldest of choices.keys()) {
        if (choices.size <= REMEMBERED) break;
        choices.delete(oldest);
      }
      writeChoices(storage, name, choices);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The browser's own, if there is one and it is allowed. */
export function defaultStorage(): OpenedStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

function readChoices(storage: OpenedStorage | undefined, name: string): Map<string, boolean> {
  const choices = new Map<string, boolean>();
  try {
    const stored: unknown = JSON.parse(storage?.getItem(name) ?? '[]');
    if (!Array.isArray(stored)) return choices;
    for (const entry of stored) {
      if (!Array.isArray(entry)) continue;
      const [key, open]: readonly unknown[] = entry;
      if (typeof key === 'string' && typeof open === 'boolean') choices.set(key, open);
    }
  } catch {
    // Storage may be forbidden or hold anything: the page then opens as if nothing had been chosen.
  }
  return choices;
}

function writeChoices(storage: OpenedStorage | undefined, name: string, choices: ReadonlyMap<string, boolean>): void {
  try {
    storage?.setItem(name, JSON.stringify([...choices]));
  } catch {
    // A full or forbidden storage costs the memory of it, not the click.
  }
}
