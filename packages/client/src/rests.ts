/** Times in which nothing is read. */
export interface Rests {
  /** Aborted while there is a rest. */
  signal(): AbortSignal;
  /** Resolves when nobody rests. */
  over(): Promise<void>;
  begin(): void;
  end(): void;
}

export function createRests(): Rests {
  let resting = new AbortController();
  let awake = Promise.resolve();
  let wake = (): void => undefined;
  return {
    signal: () => resting.signal,
    over: () => awake,
    begin: () => {
      if (resting.signal.aborted) return;
      awake = new Promise((resolve) => {
        wake = resolve;
      });
      resting.abort();
    },
    end: () => {
      if (!resting.signal.aborted) return;
      resting = new AbortController();
      wake();
    },
  };
}
