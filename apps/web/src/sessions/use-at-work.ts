import { sessionState } from '@toolthread/core/summary';
import { useEffect, useState } from 'react';

/** How often it is asked whether a session is still at work. */
const EVERY_MS = 5000;

/** Whether somebody works in a session whose last turn is open, as the list says it; `at`: when the last thing was recorded. */
export function useAtWork(at: number): boolean {
  const [now, setNow] = useState(Date.now);
  const isAtWork = sessionState('open', at, now) === 'working';
  useEffect(() => {
    setNow(Date.now());
    const looking = isAtWork ? setInterval(() => setNow(Date.now()), EVERY_MS) : undefined;
    return () => clearInterval(looking);
  }, [at, isAtWork]);
  return isAtWork;
}
