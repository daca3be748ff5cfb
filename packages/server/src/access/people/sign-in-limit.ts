/** How many wrong passwords are tried: from one address, for one name, and by a browser that was signed in before. */
export interface SignInLimit {
  /** Undefined: there were too many within a minute. Else the try counts, until `forgive` takes it back because it was right. */
  begin(attempt: Attempt): { forgive(): void } | undefined;
}

interface Attempt {
  readonly address: string;
  readonly name: string;
  /** A browser that this person was signed in with before: strangers' tries are not held against it. */
  readonly device: string | undefined;
}

const WINDOW_MS = 60_000;
const TRIES = 10;
const MOST = 10_000;

/** `createSignInLimit(Date.now)` */
export function createSignInLimit(now: () => number): SignInLimit {
  /** Those that tried last are last. */
  const tries = new Map<string, readonly number[]>();
  const recent = (key: string): readonly number[] => (tries.get(key) ?? []).filter((at) => at > now() - WINDOW_MS);
  return {
    begin({ address, name, device }) {
      const keys = device === undefined ? [`address ${address}`, `name ${name}`] : [`device ${device}`];
      if (keys.some((key) => recent(key).length >= TRIES)) return undefined;
      const at = now();
      for (const key of keys) {
        const before = recent(key);
        tries.delete(key);
        tries.set(key, [...before, at]);
      }
      for (const [oldest] of tries) {
        if (tries.size <= MOST) break;
        tries.delete(oldest);
      }
      return {
        forgive() {
          for (const key of keys) {
            const all = recent(key);
            const index = all.indexOf(at);
            if (index >= 0) tries.set(key, all.toSpliced(index, 1));
          }
        },
      };
    },
  };
}
