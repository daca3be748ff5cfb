import { useEffect, useState } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { Notices } from './start-notices.ts';

/** Tells a person who is elsewhere what asks, failed or ended. `thread`: what this tab shows. If the browser has no locks, nothing is told twice, and nothing once. */
export function useNotices(thread: string | undefined): void {
  const language = usePageLanguage();
  const [notices, setNotices] = useState<Notices>();
  useEffect(() => {
    if (navigator.locks === undefined) return undefined;
    let begun: Notices | undefined;
    let left = false;
    const begin = async (): Promise<void> => {
      const { startNotices } = await import('./start-notices.ts');
      if (left) return;
      begun = startNotices(language);
      setNotices(begun);
    };
    begin().catch(() => undefined);
    return () => {
      left = true;
      begun?.end();
    };
  }, []);
  useEffect(() => notices?.look(thread), [notices, thread]);
}
