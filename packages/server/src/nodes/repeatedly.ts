/** Something that is done again and again, never twice at the same time. */
export interface Repeated {
  /** Settles when it is not done any more. */
  stop(): Promise<void>;
}

/** `repeatedly(1000, look)`: at once, and then so long after the end of the last time. It keeps nobody from ending. */
export function repeatedly(pauseMs: number, work: () => Promise<void>): Repeated {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  function next(): void {
    last = work().finally(() => {
      if (!stopped) timer = setTimeout(next, pauseMs).unref();
    });
  }
  next();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return last;
    },
  };
}
