import { visible } from '@toolthread/core/text';
import type { ThreadSummary } from '@toolthread/client';
import { KeyHint, StateMark } from '@toolthread/react';
import type { MouseEvent, ReactNode } from 'react';
import { goTo, pathOf } from '../page/use-route.ts';
import { clockTime, sharedTitles, threadDays, timeAgo } from './thread-days.ts';
import { threadMark } from './thread-mark.ts';

export interface ThreadListProps {
  readonly threads: readonly ThreadSummary[];
  readonly current: string | undefined;
  readonly now: number;
  /** Reads older ones; undefined where there are none. */
  readonly onMore: (() => void) | undefined;
}

export function ThreadList({ threads, current, now, onMore }: ThreadListProps): ReactNode {
  const alike = sharedTitles(threads);
  return (
    <nav className="threads" aria-label="Threads">
      <div className="brand">
        <i aria-hidden="true" />
        Toolthread
      </div>
      <a className="new-thread" href={pathOf(undefined)} onClick={(event) => follow(event, undefined)}>
        New thread <KeyHint>N</KeyHint>
      </a>
      {threadDays(threads, now).map((day) => (
        <section key={day.title} aria-label={day.title}>
          <h2>{day.title}</h2>
          <ul>
            {day.threads.map((thread) => (
              <li key={thread.id}>
                <ThreadRow thread={thread} alike={alike.has(thread.title)} current={thread.id === current} now={now} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {onMore !== undefined && (
        <button type="button" className="quiet more-threads" onClick={onMore}>
          Show older threads
        </button>
      )}
    </nav>
  );
}

interface ThreadRowProps {
  readonly thread: ThreadSummary;
  /** Another one has the same title. */
  readonly alike: boolean;
  readonly current: boolean;
  readonly now: number;
}

function ThreadRow({ thread, alike, current, now }: ThreadRowProps): ReactNode {
  const mark = threadMark(thread);
  const begun = alike ? clockTime(thread.createdAt) : undefined;
  const title = visible(thread.title ?? 'New thread');
  return (
    <a
      className="thread-row"
      href={pathOf(thread.id)}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => follow(event, thread.id)}
    >
      <StateMark state={mark.state} label={mark.label} />
      <b title={title}>{title}</b>
      {begun !== undefined && <small title="When it was begun">{begun} ·</small>}
      <small>{timeAgo(thread.updatedAt, now)}</small>
    </a>
  );
}

/** A real link, so that it opens in another tab too. */
function follow(event: MouseEvent, thread: string | undefined): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  goTo(thread);
}
