import type { ReactNode } from 'react';
import { keepLanguage, pageLanguage, pickLanguage } from './page-language.ts';
import { usePageLanguage } from './use-page-language.ts';

/** Each language in its own words. */
const names = { en: 'English', de: 'Deutsch' };

/** The page is loaded again with the other words; what was being written is kept. */
export function LanguageChoice(): ReactNode {
  const { say } = usePageLanguage();
  const choose = (name: string): void => {
    keepLanguage(pickLanguage([name]));
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    location.replace(address);
  };
  return (
    <label className="language-choice">
      {say('Language')}
      <select value={pageLanguage()} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(names).map(([name, words]) => (
          <option key={name} value={name} lang={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
