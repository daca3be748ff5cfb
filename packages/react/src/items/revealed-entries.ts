/** Which entry of a long list shall be mounted, because somebody was led to it. By the key of the list. */
export interface RevealedEntries {
  get(list: string): Revealed | undefined;
  set(list: string, entry: number): void;
  subscribe(listener: () => void): () => void;
}

/** A new one each time, so that the same entry can be meant again. */
export interface Revealed {
  readonly entry: number;
}

export function createRevealedEntries(): RevealedEntries {
  const revealed = new Map<string, Revealed>();
  const listeners = new Set<() => void>();
  return {
    get: (list) => revealed.get(list),
    set(list, entry) {
      revealed.set(list, { entry });
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
