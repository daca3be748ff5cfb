import { formatDuration, visible } from '@toolthread/core/text';
import type { Language } from '@toolthread/core/text';
import { threadCondition } from '@toolthread/core/summary';
import type { ThreadCondition, ThreadSummary } from '@toolthread/core/summary';
import type { MouseEvent, ReactNode } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { bounded } from '../parts/bounded.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { threadDays, timeAgo, toldApart } from './thread-days.ts';
import { conditionMark } from './thread-mark.ts';
import type { Noun, Phrase } from '../labels/phrase.ts';
import { useLanguage } from '../labels/use-language.ts';

/** Threads, and what a click on one does. */
export interface ThreadListProps {
  /** The list of a server: `listThreads` of `@toolthread/client`. */
  readonly threads: readonly ThreadSummary[];
  /** The thread that is shown. */
  readonly current?: string | undefined;
  /** The time that ages are counted to, in milliseconds. */
  readonly now: number;
  /** The address of a thread; of the page for a new one if there is no id. They are real links, which open in another tab too. */
  readonly href: (thread: string | undefined) => string;
  /** A click in this tab. Absent: the browser goes to the address. */
  readonly onChoose?: (thread: string | undefined) => void;
  /** The key that opens the page for a new thread, where the host has wired one: it is shown beside the link. */
  readonly newThreadKey?: string | undefined;
  /** Reads older ones; undefined if there are none. */
  readonly onMore?: (() => void) | undefined;
  /** Whether something happened in it that its reader has not seen. A thread at work is not marked: more is to come. */
  readonly unread?: ((thread: ThreadSummary) => boolean) | undefined;
  /** What an agent is called, where no model is known; its id, if this is absent. */
  readonly agentWords?: ((agent: string) => string) | undefined;
  /** What is beside a thread: a button with all that can be done with it, say. */
  readonly beside?: ((thread: ThreadSummary) => ReactNode) | undefined;
  /** What is above the list. */
  readonly children?: ReactNode;
}

/**
 * The threads of a server by day, the newest first, each with a mark that says how it is.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * const counts = { seq: 9, calls: 2, failed: 0, waiting: 0, unfinished: false, damage: undefined };
 * const parser = { id: 't1', title: 'Parser', createdAt: 0, updatedAt: 0, status: 'completed', ...counts } as const;
 * renderToStaticMarkup(<ThreadList threads={[parser]} now={0} href={(id) => `/t/${id ?? ''}`} />).includes('/t/t1'); //=> true
 */
export function ThreadList(props: ThreadListProps): ReactNode {
  return bounded(props.threads, <ThreadDays {...props} />);
}

function ThreadDays(props: ThreadListProps): ReactNode {
  const { threads, current, now, href, onChoose, newThreadKey, onMore, unread, agentWords, beside, children } = props;
  const language = useLanguage();
  const { say } = language;
  const begun = toldApart(threads, now, language);
  const link = (thread: string | undefined): Link => ({
    href: href(thread),
    onClick: (event) => {
      if (onChoose === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      onChoose(thread);
    },
  });
  return (
    <nav className="tt-root tt-threads" aria-label={say('Threads')}>
      {children}
      <a className="tt-new-thread" {...link(undefined)}>
        {say('New thread')} {newThreadKey !== undefined && <KeyHint>{newThreadKey}</KeyHint>}
      </a>
      {threadDays(threads, now).map((day) => (
        <section key={day.title} aria-label={say(day.title)}>
          <h2>{say(day.title)}</h2>
          <ul>
            {day.threads.map((thread) => (
              <li key={thread.id}>
                <ThreadRow
                  thread={thread}
                  link={link(thread.id)}
                  begun={begun.get(thread.id)}
                  current={thread.id === current}
                  unread={unread?.(thread) === true}
                  agentWords={agentWords}
                  now={now}
                />
                {beside?.(thread)}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {onMore !== undefined && (
        <button type="button" className="tt-more-threads" onClick={onMore}>
          {say('Show older threads')}
        </button>
      )}
    </nav>
  );
}

interface Link {
  readonly href: string;
  onClick(event: MouseEvent): void;
}

interface ThreadRowProps {
  readonly thread: ThreadSummary;
  readonly link: Link;
  /** When, if the title of another one begins like this. */
  readonly begun: string | undefined;
  readonly current: boolean;
  readonly unread: boolean;
  readonly agentWords: ThreadListProps['agentWords'];
  readonly now: number;
}

function ThreadRow({ thread, link, begun, current, unread, agentWords, now }: ThreadRowProps): ReactNode {
  const language = useLanguage();
  const { say, told } = language;
  const condition = threadCondition(thread, now);
  const mark = conditionMark(condition);
  const isNew = unread && mark.state !== 'working';
  const title = visible(thread.title ?? say('New thread'));
  const { agent } = thread;
  const who = thread.model ?? (agent && agentWords?.(agent)) ?? agent;
  const facts = factsOf(thread, condition, who && told(who), language);
  return (
    <a
      className="tt-thread-row"
      {...link}
      aria-current={current ? 'page' : undefined}
      data-unread={isNew ? true : undefined}
    >
      <StateMark state={mark.state} label={isNew ? `${say(mark.label)}, ${say('unread')}` : say(mark.label)} />
      <span className="tt-thread-words">
        <b title={title}>{title}</b>
        {(begun !== undefined || facts !== '') && (
          <small title={facts}>
            {begun !== undefined && <span title={say('When it was started')}>{begun}</span>}
            {begun !== undefined && facts !== '' && ' · '}
            {facts}
          </small>
        )}
      </span>
      <small>{timeAgo(thread.updatedAt, now, language)}</small>
    </a>
  );
}

/** `7 tool calls · 1 failed · 42s · demo`; what is nothing is not said, nor a time that goes on. */
function factsOf(
  { calls, failed, workedMs = 0 }: ThreadSummary,
  condition: ThreadCondition,
  who: string | undefined,
  language: Language<Phrase, Noun>,
): string {
  return [
    ...(calls > 0 ? [language.count(calls, 'tool call')] : []),
    ...(failed > 0 ? [language.say('{n} failed', { n: failed })] : []),
    ...(workedMs > 0 && condition !== 'working' ? [formatDuration(workedMs, language)] : []),
    ...(who === undefined ? [] : [visible(who)]),
  ].join(' · ');
}
