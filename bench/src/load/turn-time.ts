/** How long the turns of the event loop are. */
export interface TurnTimes {
  /** The longest since the last read, in milliseconds of this thread's own processor time: other programs do not count. */
  readonly longest: number;
}

/** `const turns = measureTurns()`, and `turns.read()` now and then. It keeps the loop turning. */
export function measureTurns(): { read(): TurnTimes } {
  let longest = 0;
  let before = cpuMilliseconds();
  const turn = (): void => {
    const now = cpuMilliseconds();
    longest = Math.max(longest, now - before);
    before = now;
    setImmediate(turn);
  };
  setImmediate(turn);
  return {
    read() {
      const read = { longest };
      longest = 0;
      return read;
    },
  };
}

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
