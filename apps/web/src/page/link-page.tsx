import { isLockedOut } from '@toolthread/client';
import { latePart } from '@toolthread/react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { OpenThread } from '../thread/load-pages.ts';
import type { ThreadNews } from '../thread/open-thread.tsx';
import { useInfo } from './info.ts';

const LockedPage = latePart(async () => (await import('./locked-page.tsx')).LockedPage);

/** What a link opens: its thread, and nothing beside it. Whoever has one is asked for no list, and led nowhere else. */
export function LinkPage({ thread }: { readonly thread: string }): ReactNode {
  const info = useInfo(true);
  const [news, setNews] = useState<ThreadNews>();
  const input = useRef<HTMLTextAreaElement>(null);
  if (news?.problem !== undefined && isLockedOut(news.problem)) return <LockedPage problem={undefined} />;
  return (
    <div className="page link-page">
      <OpenThread
        thread={thread}
        // Nothing is offered before the server has said that it may not be done.
        info={{ ...info, may: 'read' }}
        input={input}
        begun={false}
        onMenu={undefined}
        onNews={setNews}
      />
    </div>
  );
}
