import { useEffect, useState } from 'react';
import { useThreadSettings } from './thread-settings.tsx';

export const SECOND = 1000;

/** The time, every second. While the server does not answer nobody knows what goes on there, and it stands still. */
export function useTicking<First extends number | undefined>(first: () => First): number | First {
  const { reachable = true } = useThreadSettings();
  const [now, setNow] = useState<number | First>(first);
  useEffect(() => {
    if (!reachable) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(ticking);
  }, [reachable]);
  return now;
}
