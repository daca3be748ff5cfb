import { useState } from 'react';
import type { ReactNode } from 'react';
import { keepLanguage, pageLanguage, pickLanguage } from './page-language.ts';
import { usePageLanguage } from './use-page-language.ts';

/** Each language in its own words. */
const names = { en: 'English', de: 'Deutsch' };

/** The page is loaded again with the other words; what was being written is kept. */
export function LanguageChoice(): ReactNode {
  const { say } = usePageLanguage();
  const [wasChosen] = useState(takeMark);
  const choose = (name: string): void => {
    keepLanguage(pickLanguage([name]));
    leaveMark();
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    location.replace(address);
  };
  return (
    <label className="language-choice">
      {say('Language')}
      <select autoFocus={wasChosen} value={pageLanguage()} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(names).map(([name, words]) => (
          <option key={name} value={name} lang={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The page that comes next has the keyboard where it was chosen. */
const MARK = 'toolthread:language-chosen';

function leaveMark(): void {
  try {
    sessionStorage.setItem(MARK, '');
  } catch {
    // Its owner forbids it.
  }
}

function takeMark(): boolean {
  try {
    const isThere = sessionStorage.getItem(MARK) !== null;
    sessionStorage.removeItem(MARK);
    return isThere;
  } catch {
    return false;
  }
}
