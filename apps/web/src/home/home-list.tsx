import { visible } from '@toolthread/core/text';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { Info } from '../page/info.ts';
import { goTo } from '../page/use-route.ts';
import { useOpenSession } from '../sessions/use-open-session.ts';
import { useSessions } from '../sessions/use-sessions.ts';
import { ListFilter } from '../threads/list-filter.tsx';
import type { SoughtThreads } from '../threads/sought-threads.ts';
import type { Threads } from '../threads/use-threads.ts';
import { folderOf, projectOf } from './folders.ts';
import { homeRows } from './home-row.ts';
import { HomeRows } from './home-rows.tsx';
import { useHeldWhilePressed } from '../page/use-held-while-pressed.ts';
import { soughtSessions } from './sought-sessions.ts';

const SOME = 50;
/** More are on no page of the list: a search finds them. */
const MOST = 500;

export interface HomeListProps {
  readonly info: Info;
  /** The same as in the list at the side, and chosen by the same filter. */
  readonly threads: Threads;
  readonly sought: SoughtThreads;
  readonly onSeek: (sought: SoughtThreads) => void;
}

/** All that there is: the threads of this server and, for who operates it, what other agents left on this computer. */
export function HomeList({ info, threads, sought, onSeek }: HomeListProps): ReactNode {
  const { say } = usePageLanguage();
  const place = useRef<HTMLElement>(null);
  const [limit, setLimit] = useState(SOME);
  const { opening, problem, open } = useOpenSession();
  const { folders } = info;
  const { answer, list } = useHeldWhilePressed(place, {
    answer: useSessions(info.operates ? soughtSessions(sought, folders, limit) : 'none', place),
    list: threads.list,
  });
  const sessions = answer === 'none' ? undefined : answer;
  const show = async (id: string): Promise<void> => {
    const opened = await open(id);
    if (opened !== undefined) goTo(opened.thread);
  };
  const now = Date.now();
  const rows = list === undefined ? undefined : homeRows(list, sessions, folders, now);
  const hasMore = list?.next !== undefined || (typeof sessions?.next === 'string' && limit < MOST);
  return (
    <section ref={place} className="home-list" aria-labelledby="home-title">
      <h2 id="home-title">{info.operates ? say('On this computer') : say('Threads')}</h2>
      {info.operates && (
        <p>
          {say('Your threads, and sessions of other agents: they open as threads, and their files are never changed.')}
        </p>
      )}
      <ListFilter
        agent={info.agent}
        sought={sought}
        threads={list?.threads}
        agents={sessions?.agents}
        projects={sessions?.projects.filter((name) => name !== '').map((name) => projectOf(name, folders))}
        folderOf={(project) => folderOf(project, folders)}
        listed={rows?.length === 0 && answer === undefined ? undefined : rows?.length}
        onSeek={onSeek}
      />
      {problem !== undefined && (
        <p className="problem" role="alert">
          {say('Not opened: {problem}', { problem: visible(problem) })}
        </p>
      )}
      {rows !== undefined && (
        <HomeRows rows={rows} now={now} agent={info.agent} opening={opening} onOpen={(id) => void show(id)} />
      )}
      {answer === undefined && <p role="status">{say('Reading the sessions of this computer…')}</p>}
      {hasMore && (
        <button
          type="button"
          className="quiet"
          onClick={() => {
            setLimit(Math.min(MOST, limit + 150));
            threads.more();
          }}
        >
          {say('Show more')}
        </button>
      )}
      {sessions !== undefined && sessions.skipped > 0 && (
        <p>{say('{n} could not be read; “toolthread sessions” says why.', { n: sessions.skipped })}</p>
      )}
    </section>
  );
}
