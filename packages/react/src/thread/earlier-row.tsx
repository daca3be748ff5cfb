import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';

/** Items that are not here, and what reads more of them, or all. */
export interface EarlierItems {
  /** In the timeline they are `gone`. */
  readonly items: number;
  read(how: 'more' | 'all'): Promise<{ readonly ok: boolean }>;
}

export interface EarlierRowProps {
  readonly read: EarlierItems['read'];
  /** The reader has left the end of the thread. */
  readonly away: boolean;
}

/** Stands for what came before: it is read when the reader comes up to it, or presses it. */
export function EarlierRow({ read, away }: EarlierRowProps): ReactNode {
  const { say } = useLanguage();
  const row = useRef<HTMLDivElement>(null);
  const [reading, setReading] = useState<'not yet' | 'now' | 'failed'>('not yet');
  const more = async (): Promise<void> => {
    setReading('now');
    const { ok } = await read('more');
    setReading(ok ? 'not yet' : 'failed');
  };
  useEffect(() => {
    if (row.current === null || !away || reading !== 'not yet') return undefined;
    const observer = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting === true) void more();
    });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [away, reading]);
  return (
    <div ref={row} className="tt-item">
      <button type="button" className="tt-link-button" disabled={reading === 'now'} onClick={() => void more()}>
        ↑ {say('Show earlier turns')}
      </button>
    </div>
  );
}
