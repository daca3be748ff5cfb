import { useEffect, useState } from 'react';

const EVERY_MS = 10_000;

/** The time, now and then: how long ago something was, and who is not at work any more, changes while nothing happens. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
