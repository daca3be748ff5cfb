import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** Which of the lists is shown. */
export type ListName = 'list' | 'archive' | 'bin';

const NAMES = { list: 'Threads', archive: 'Archive', bin: 'Bin' } as const;

export interface PlaceChoiceProps {
  readonly place: ListName;
  /** Nothing is in it. */
  readonly empty: boolean;
  readonly onChoose: (place: ListName) => void;
}

/** The list, the archive or the bin. */
export function PlaceChoice({ place, empty, onChoose }: PlaceChoiceProps): ReactNode {
  const { say } = usePageLanguage();
  const names = Object.keys(NAMES).filter((name): name is ListName => name in NAMES);
  return (
    <>
      {empty && place !== 'list' && <span role="status">{say('Nothing is here.')}</span>}
      <select
        className="quiet"
        aria-label={say('Which list')}
        value={place}
        onChange={({ target }) => onChoose(names.find((name) => name === target.value) ?? 'list')}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {say(NAMES[name])}
          </option>
        ))}
      </select>
    </>
  );
}
