import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** Most threads are here before anybody could read these words. */
const SOON_MS = 1000;
const LATE_MS = 6000;

/** Nothing of the thread is here yet. */
export function LoadingThread(): ReactNode {
  const { say } = usePageLanguage();
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [SOON_MS, LATE_MS].map((ms) => setTimeout(() => setWaited(ms), ms));
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <p className="thread-loading" role="status">
      {waited >= SOON_MS && say('Loading this thread…')}{' '}
      {waited >= LATE_MS && say('A very long one takes a while when it is first opened.')}
    </p>
  );
}
