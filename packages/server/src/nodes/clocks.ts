/** A moment, by both clocks of the machine. */
export interface Clocks {
  /** Goes on evenly, and stops while the machine sleeps. */
  readonly steady: number;
  /** Goes on while the machine sleeps, and may be set. */
  readonly wall: number;
}

/** `const asked = readClocks()` */
export function readClocks(): Clocks {
  return { steady: performance.now(), wall: Date.now() };
}

/** In milliseconds, by the clock that says more: too early an end costs less than one that comes too late. */
export function elapsedSince({ steady, wall }: Clocks): number {
  const now = readClocks();
  return Math.max(now.steady - steady, now.wall - wall);
}
