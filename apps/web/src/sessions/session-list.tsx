import { visible } from '@toolthread/core/text';
import { agentName } from '@toolthread/transcripts/agents';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { goTo } from '../page/use-route.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { openSession } from './ask-sessions.ts';
import type { Sought } from './ask-sessions.ts';
import { DAYS, Select } from '../threads/list-filter.tsx';
import type { SelectProps } from '../threads/list-filter.tsx';
import { seen } from '../threads/seen.ts';
import { SessionRows } from './session-rows.tsx';
import { useSessions } from './use-sessions.ts';

const SOME = 50;
/** More are on no page of the list: words find them. */
const MOST = 500;
const ALL = '*';
const ALL_SESSIONS: Sought = {
  words: '',
  agent: '',
  project: undefined,
  state: undefined,
  days: undefined,
  limit: SOME,
};
const STATES: SelectProps<Sought['state']>['choices'] = [
  [undefined, 'Any state'],
  ['working', 'Working'],
  ['waiting', 'Waiting for you'],
  ['open', 'Unfinished'],
  ['failed', 'Failed'],
  ['done', 'Done'],
];

/** What other agents left on this computer; nothing where the server shows none. */
export function SessionList(): ReactNode {
  const { say } = usePageLanguage();
  const place = useRef<HTMLElement>(null);
  const [sought, setSought] = useState<Sought>(ALL_SESSIONS);
  const [opening, setOpening] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const page = useSessions(sought, place);
  const seek = (change: Partial<Sought>): void => setSought({ ...sought, limit: SOME, ...change });
  const open = async (id: string): Promise<void> => {
    setOpening(id);
    setProblem(undefined);
    const opened = await openSession(id);
    setOpening(undefined);
    if ('thread' in opened) {
      seen.mark(id, Date.now());
      goTo(opened.thread);
    } else setProblem(opened.problem ?? say('The server does not answer. Nothing is lost; trying again…'));
  };
  if (page === 'none' || (page !== undefined && page.agents.length === 0)) return null;
  return (
    <section ref={place} className="sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{say('On this computer')}</h2>
      <p>{say('Sessions of other agents. They open as threads; their files are never changed.')}</p>
      {page === undefined ? (
        <p role="status">{say('Reading the sessions of this computer…')}</p>
      ) : (
        <>
          <div className="session-filter">
            <input
              type="search"
              aria-label={say('Find a session')}
              placeholder={say('Find a session')}
              value={sought.words}
              onChange={(event) => seek({ words: event.target.value })}
            />
            <Choice
              label={say('All agents')}
              value={sought.agent === '' ? ALL : sought.agent}
              values={page.agents.map((agent) => [agent, agentName(agent)])}
              onChoose={(agent) => seek({ agent: agent ?? '' })}
            />
            <Choice
              label={say('All projects')}
              value={sought.project ?? ALL}
              values={page.projects.map((name) => [name, name === '' ? say('(no folder)') : visible(name)])}
              onChoose={(project) => seek({ project })}
            />
            <Select label={say('State')} value={sought.state} choices={STATES} onChoose={(state) => seek({ state })} />
            <Select label={say('When')} value={sought.days} choices={DAYS} onChoose={(days) => seek({ days })} />
          </div>
          {problem !== undefined && (
            <p className="problem" role="alert">
              {say('Not opened: {problem}', { problem: visible(problem) })}
            </p>
          )}
          {page.sessions.length === 0 && <p role="status">{say('No session matches.')}</p>}
          <SessionRows sessions={page.sessions} now={Date.now()} opening={opening} onOpen={(id) => void open(id)} />
          {page.next !== null && sought.limit < MOST && (
            <button type="button" className="quiet" onClick={() => seek({ limit: Math.min(MOST, sought.limit + 150) })}>
              {say('Show more')}
            </button>
          )}
          {page.skipped > 0 && (
            <p>{say('{n} could not be read; “toolthread sessions” says why.', { n: page.skipped })}</p>
          )}
        </>
      )}
    </section>
  );
}

interface ChoiceProps {
  /** What it is called, and its first value: all. */
  readonly label: string;
  readonly value: string;
  readonly values: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string | undefined) => void;
}

function Choice({ label, value, values, onChoose }: ChoiceProps): ReactNode {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value === ALL ? undefined : target.value)}
    >
      <option value={ALL}>{label}</option>
      {values.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}
