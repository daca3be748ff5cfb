import { formatDuration, visible } from '@toolthread/core/text';
import { conditionMark, StateMark } from '@toolthread/react';
import type { MouseEvent, ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';
import { moveByArrows } from '../page/move-by-arrows.ts';
import { goTo, pathOf } from '../page/use-route.ts';
import { sayAgent } from '../settings/say-agent.ts';
import { seen } from '../threads/seen.ts';
import { groupRows } from './group-rows.ts';
import type { FolderRows } from './group-rows.ts';
import type { HomeRow } from './home-row.ts';

export interface HomeRowsProps {
  readonly rows: readonly HomeRow[];
  readonly now: number;
  /** Who answers where nobody chose. */
  readonly agent: string;
  /** The session that is being opened. */
  readonly opening: string | undefined;
  readonly onOpen: (session: string) => void;
}

/** Threads and sessions by folder and day. The arrows go from one to the next. */
export function HomeRows({ rows, now, agent, opening, onOpen }: HomeRowsProps): ReactNode {
  const language = usePageLanguage();
  return (
    <div onKeyDown={(event) => moveByArrows(event, '.home-row')}>
      {groupRows(rows, now).map(({ folder, days }) => (
        <section key={JSON.stringify(folder)} className="home-folder">
          <h3>{folderWords(folder, language)}</h3>
          {days.map(({ day, rows: those }) => (
            <div key={day}>
              <h4>{dayWords(day, those[0]?.at ?? now, now, language)}</h4>
              <ul>
                {those.map((row) => (
                  <li key={row.id}>
                    <Row row={row} agent={agent} opening={opening} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

interface RowProps {
  readonly row: HomeRow;
  readonly agent: string;
  readonly opening: string | undefined;
  readonly onOpen: (session: string) => void;
}

/** A thread has an address. A session gets one when it is opened. */
function Row({ row, agent, opening, onOpen }: RowProps): ReactNode {
  const { id, is, at, condition } = row;
  // Of one at work more is to come.
  const isNew = condition !== 'working' && seen.isUnread(id, at);
  const unread = isNew ? true : undefined;
  const words = <RowWords row={row} agent={agent} isNew={isNew} isOpening={is === 'session' && id === opening} />;
  if (is === 'thread') {
    const follow = (event: MouseEvent): void => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      goTo(id);
    };
    return (
      <a className="home-row" href={pathOf(id)} data-unread={unread} onClick={follow}>
        {words}
      </a>
    );
  }
  return (
    <button
      type="button"
      className="home-row session-row"
      aria-disabled={opening !== undefined}
      data-unread={unread}
      onClick={() => opening === undefined && onOpen(id)}
    >
      {words}
    </button>
  );
}

interface RowWordsProps extends Pick<RowProps, 'row' | 'agent'> {
  readonly isNew: boolean;
  readonly isOpening: boolean;
}

function RowWords({ row, agent, isNew, isOpening }: RowWordsProps): ReactNode {
  const language = usePageLanguage();
  const { say, count, told } = language;
  const { title, model, calls, failed, workedMs, at, condition } = row;
  const name = title === undefined || title === '' ? say('(no title)') : visible(title);
  // Where nobody chose, whoever the server has now need not be who answered.
  const answered = model && visible(told(model));
  const who = row.agent === undefined ? (answered ?? visible(agent)) : sayAgent(row.agent, say);
  const facts = [...new Set([who, answered ?? who]), ...(calls === 0 ? [] : [count(calls, 'tool call')])];
  const mark = conditionMark(condition);
  const label = say(mark.label);
  return (
    <>
      <StateMark state={mark.state} label={isNew ? `${label}, ${say('unread')}` : label} />
      <b title={name}>{name}</b>
      {isOpening ? (
        <strong>{say('Opening…')}</strong>
      ) : (
        <span>
          {facts.join(' · ')}
          {failed > 0 && <em> · {say('{n} failed', { n: failed })}</em>}
          {workedMs > 0 && condition !== 'working' && ` · ${formatDuration(workedMs, language)}`}
        </span>
      )}
      <time dateTime={new Date(at).toISOString()}>
        {new Date(at).toLocaleTimeString(language.locale, { timeStyle: 'short' })}
      </time>
    </>
  );
}

function folderWords(folder: FolderRows['folder'], { say }: PageLanguage): string {
  if (typeof folder !== 'string') return say('Pinned');
  return folder === '' ? say('(no folder)') : visible(folder);
}

function dayWords(day: number, at: number, now: number, { say, locale }: PageLanguage): string {
  if (day === 0) return say('Today');
  if (day === 1) return say('Yesterday');
  const date = new Date(at);
  const year = date.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return date.toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'long', ...year });
}
