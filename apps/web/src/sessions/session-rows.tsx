import { formatDuration, visible } from '@toolthread/core/text';
import { StateMark } from '@toolthread/react';
import type { MarkState } from '@toolthread/react';
import { agentName } from '@toolthread/transcripts/agents';
import type { KeyboardEvent, ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import { seen } from '../threads/seen.ts';
import type { ListedSession } from './ask-sessions.ts';
import { groupSessions } from './group-sessions.ts';

export interface SessionRowsProps {
  readonly sessions: readonly ListedSession[];
  readonly now: number;
  /** The one that is being opened. */
  readonly opening: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** Sessions by project and day. The arrows go from one to the next. */
export function SessionRows({ sessions, now, opening, onOpen }: SessionRowsProps): ReactNode {
  const language = usePageLanguage();
  const { say } = language;
  return (
    <div onKeyDown={moveFocus}>
      {groupSessions(sessions, now).map(({ project, days }) => (
        <section key={project} className="session-project">
          <h3>{project === '' ? say('(no folder)') : visible(project)}</h3>
          {days.map(({ day, sessions: those }) => (
            <div key={day}>
              <h4>{dayWords(day, those[0]?.ended_at ?? now, language)}</h4>
              <ul>
                {those.map((session) => (
                  <li key={session.id}>
                    <SessionRow session={session} busy={opening !== undefined} onOpen={onOpen} />
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

interface SessionRowProps {
  readonly session: ListedSession;
  readonly busy: boolean;
  readonly onOpen: (id: string) => void;
}

function SessionRow({ session, busy, onOpen }: SessionRowProps): ReactNode {
  const language = usePageLanguage();
  const { say, count } = language;
  const { id, agent, title, model, calls, failed, ended_at: at, worked_ms: worked, state } = session;
  const name = title === '' ? say('(no title)') : visible(title);
  // Of one at work more is to come.
  const isNew = state !== 'working' && seen.isUnread(id, at);
  const facts = [agentName(agent), ...(model === null ? [] : [visible(model)]), count(calls, 'tool call')];
  return (
    <button
      type="button"
      className="session-row"
      aria-disabled={busy}
      data-unread={isNew ? true : undefined}
      onClick={() => !busy && onOpen(id)}
    >
      <Mark state={state} isNew={isNew} language={language} />
      <b title={name}>{name}</b>
      <span>
        {facts.join(' · ')}
        {failed > 0 && <em> · {say('{n} failed', { n: failed })}</em>}
        {worked > 0 && ` · ${formatDuration(worked, language)}`}
      </span>
      <time dateTime={new Date(at).toISOString()}>
        {new Date(at).toLocaleTimeString(language.locale, { hour: '2-digit', minute: '2-digit' })}
      </time>
    </button>
  );
}

interface MarkProps {
  readonly state: ListedSession['state'];
  readonly isNew: boolean;
  readonly language: PageLanguage;
}

const MARKS = {
  working: ['working', 'Working'],
  waiting: ['waiting', 'Waiting for you'],
  failed: ['failed', 'Failed'],
  done: ['done', 'Done'],
  open: ['idle', 'Unfinished'],
} as const satisfies { readonly [state in ListedSession['state']]: readonly [MarkState, PagePhrase] };

function Mark({ state, isNew, language: { say } }: MarkProps): ReactNode {
  const [mark, words] = MARKS[state];
  return <StateMark state={mark} label={isNew ? `${say(words)}, ${say('unread')}` : say(words)} />;
}

function dayWords(day: number, at: number, { say, locale }: PageLanguage): string {
  if (day === 0) return say('Today');
  if (day === 1) return say('Yesterday');
  const year = day > 180 ? ({ year: 'numeric' } as const) : {};
  return new Date(at).toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'long', ...year });
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.session-row')];
  const next = rows[rows.findIndex((row) => row === document.activeElement) + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
