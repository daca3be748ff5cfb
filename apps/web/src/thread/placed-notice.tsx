import { placeThread } from '@toolthread/client';
import type { Placed } from '@toolthread/core/queries';
import { visible } from '@toolthread/core/text';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { server } from '../page/server.ts';
import { binDay } from '../threads/bin-day.ts';

export interface PlacedNoticeProps {
  readonly thread: string;
  readonly placed: Placed;
  readonly may: 'all' | 'read';
}

/** Above a thread that is not in the list: where it is, and the way back. */
export function PlacedNotice({ thread, placed: { place, at }, may }: PlacedNoticeProps): ReactNode {
  const language = usePageLanguage();
  const { say } = language;
  const [problem, setProblem] = useState<string>();
  if (place === 'list') return null;
  const back = async (): Promise<void> => {
    const done = await placeThread(server, thread, { place: 'list' });
    setProblem(done.ok ? undefined : done.error.message);
  };
  return (
    <div className="connection placed" role="status">
      {place === 'archive'
        ? say('This thread is in the archive.')
        : say('This thread is in the bin. It will be deleted permanently on {day}.', {
            day: binDay({ place, placedAt: at }, language),
          })}
      {may === 'all' && (
        <button type="button" className="quiet" onClick={() => void back()}>
          {say('Restore')}
        </button>
      )}
      {problem !== undefined && <span>{say('Not done: {problem}', { problem: visible(problem) })}</span>}
    </div>
  );
}
