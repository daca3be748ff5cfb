import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import type { SoughtThreads } from './sought-threads.ts';

const PLACES: readonly Choice<SoughtThreads['place']>[] = [
  ['list', 'Threads'],
  ['archive', 'Archive'],
  ['bin', 'Bin'],
];
const STATES: readonly Choice<SoughtThreads['state']>[] = [
  [undefined, 'Any state'],
  ['working', 'Working'],
  ['waiting', 'Waiting for you'],
  ['failed', 'Failed'],
  ['stopped', 'Stopped'],
  ['done', 'Done'],
];
/** How many days back. */
export const DAYS: readonly Choice<number | undefined>[] = [
  [undefined, 'Any time'],
  [1, 'Today'],
  [7, 'The last 7 days'],
  [30, 'The last 30 days'],
];

type Choice<Value> = readonly [value: Value, words: PagePhrase];

export interface ListFilterProps {
  readonly sought: SoughtThreads;
  /** Nothing was found. */
  readonly empty: boolean;
  readonly onSeek: (sought: SoughtThreads) => void;
}

/** Which threads the list shows. */
export function ListFilter({ sought, empty, onSeek }: ListFilterProps): ReactNode {
  const { say } = usePageLanguage();
  const { place, state, days } = sought;
  const isChosen = place !== 'list' || state !== undefined || days !== undefined;
  return (
    <div className="list-filter">
      {empty && isChosen && <p role="status">{say('Nothing is here.')}</p>}
      <Select
        label={say('Which list')}
        value={place}
        choices={PLACES}
        onChoose={(to) => onSeek({ ...sought, place: to })}
      />
      <Select label={say('State')} value={state} choices={STATES} onChoose={(to) => onSeek({ ...sought, state: to })} />
      <Select label={say('When')} value={days} choices={DAYS} onChoose={(to) => onSeek({ ...sought, days: to })} />
    </div>
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
