import { visible } from '@toolthread/core/text';
import type { ThreadSummary } from '@toolthread/client';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { sayAgent } from '../settings/say-agent.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import type { SoughtThreads } from './sought-threads.ts';

const PLACES: readonly Choice<SoughtThreads['place']>[] = [
  ['list', 'Threads'],
  ['archive', 'Archive'],
  ['bin', 'Bin'],
];
/** Where sessions of other agents are listed, too. */
const PLACES_OF_ALL: typeof PLACES = [['list', 'Threads and sessions'], ...PLACES.slice(1)];
const STATES: readonly Choice<SoughtThreads['state']>[] = [
  [undefined, 'Any state'],
  ['working', 'Working'],
  ['open', 'Unfinished'],
  ['waiting', 'Waiting for you'],
  ['failed', 'Failed'],
  ['stopped', 'Stopped'],
  ['done', 'Done'],
];
/** How many days back. */
export const DAYS: readonly Choice<SoughtThreads['days']>[] = [
  [undefined, 'Any time'],
  [1, 'Today'],
  [7, 'The last 7 days'],
  [30, 'The last 30 days'],
];

type Choice<Value> = readonly [value: Value, words: PagePhrase];

export interface ListFilterProps {
  readonly sought: SoughtThreads;
  /** Those that are listed; undefined while they are read. */
  readonly threads: readonly ThreadSummary[] | undefined;
  /** Whose sessions are there too, and in which folders; none. */
  readonly agents?: readonly string[] | undefined;
  readonly projects?: readonly string[] | undefined;
  /** Who answers where nobody chose. */
  readonly agent: string;
  /** What a folder is called; undefined if there is none. */
  readonly folderOf: (project: string) => string | undefined;
  /** How many are listed; undefined while that is not known. */
  readonly listed: number | undefined;
  readonly onSeek: (sought: SoughtThreads) => void;
}

/** Which threads the list shows. */
export function ListFilter(props: ListFilterProps): ReactNode {
  const { sought, threads, folderOf, listed, onSeek } = props;
  const { say, told } = usePageLanguage();
  const { place, state, days, agent, project } = sought;
  const [wasShown, setWasShown] = useState(false);
  const isChosen = [state, days, agent, project].some((one) => one !== undefined) || place !== 'list';
  const agents = useSeen([...(threads ?? []).map((thread) => thread.agent ?? ''), ...(props.agents ?? [])], agent);
  const projects = useSeen(
    [...(threads ?? []).map((thread) => thread.project ?? ''), ...(props.projects ?? [])],
    project,
  );
  // What is listed is of the choice before, for a moment: nothing goes from under the hand that chooses.
  const isShown = wasShown || isChosen || (listed ?? 0) > 0;
  if (isShown && !wasShown) setWasShown(true);
  return (
    <div className="list-filter">
      {listed === 0 && isChosen && <p role="status">{say('Nothing here.')}</p>}
      <Select
        label={say('Which list')}
        value={place}
        choices={(props.agents ?? []).length > 0 ? PLACES_OF_ALL : PLACES}
        onChoose={(to) => onSeek({ ...sought, place: to })}
      />
      {/* Of nothing there is nothing to choose; what was put away is still a way to go. */}
      {isShown && (
        <>
          <Select
            label={say('State')}
            value={state}
            choices={STATES}
            onChoose={(to) => onSeek({ ...sought, state: to })}
          />
          <Select label={say('When')} value={days} choices={DAYS} onChoose={(to) => onSeek({ ...sought, days: to })} />
        </>
      )}
      <Names
        label={say('By agent')}
        all={say('All agents')}
        value={agent}
        names={agents}
        words={(name) =>
          name === '' ? `${say('Default agent')} (${visible(told(props.agent))})` : sayAgent(name, say)
        }
        onChoose={(to) => onSeek({ ...sought, agent: to })}
      />
      <Names
        label={say('By project')}
        all={say('All projects')}
        value={project}
        names={projects}
        words={(name) => visible(folderOf(name) || say('(no folder)'))}
        onChoose={(to) => onSeek({ ...sought, project: to })}
      />
    </div>
  );
}

/** All that was in the list so far, and what is chosen: choosing one does not take the others away. */
function useSeen(names: readonly string[], chosen: string | undefined): readonly string[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const all = new Set([...seen, ...names, ...(chosen === undefined ? [] : [chosen])]);
  if (all.size !== seen.size) setSeen(all);
  return [...all].toSorted();
}

interface NamesProps {
  readonly label: string;
  /** The first value. */
  readonly all: string;
  readonly value: string | undefined;
  readonly names: readonly string[];
  readonly words: (name: string) => string;
  readonly onChoose: (name: string | undefined) => void;
}

/** One of the names in the list. Where there is only one, there is nothing to choose. */
function Names({ label, all, value, names, words, onChoose }: NamesProps): ReactNode {
  if (names.length < 2) return null;
  const choose = (to: number): void => onChoose(names[to]);
  return (
    <select
      aria-label={label}
      value={value === undefined ? -1 : names.indexOf(value)}
      onChange={({ target }) => choose(Number(target.value))}
    >
      <option value={-1}>{all}</option>
      {names.map((name, each) => (
        <option key={name} value={each}>
          {words(name)}
        </option>
      ))}
    </select>
  );
}

export interface SelectProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** One of a few values, each with its words. */
export function Select<Value>({ label, value, choices, onChoose }: SelectProps<Value>): ReactNode {
  const { say } = usePageLanguage();
  const index = choices.findIndex(([each]) => each === value);
  const choose = (to: number): void => {
    const choice = choices[to];
    if (choice !== undefined) onChoose(choice[0]);
  };
  return (
    <select aria-label={label} value={index} onChange={({ target }) => choose(Number(target.value))}>
      {choices.map(([, words], each) => (
        <option key={words} value={each}>
          {say(words)}
        </option>
      ))}
    </select>
  );
}
