/** Which language the page speaks: what the address asks for, else what was chosen before, else the first of the browser's that it has. */
import { store, stored } from '../page/stored.ts';

export type LanguageName = 'en' | 'de';

const NAME = 'toolthread:language';

/** `pickLanguage([null, 'xx', 'de-AT', 'en']) === 'de'` */
export function pickLanguage(wanted: readonly (string | null)[]): LanguageName {
  for (const tag of wanted) {
    const [name] = tag?.toLowerCase().split('-') ?? [];
    if (name === 'de' || name === 'en') return name;
  }
  return 'en';
}

export function pageLanguage(): LanguageName {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked !== null) keepLanguage(pickLanguage([asked]));
  return pickLanguage([asked, stored(NAME), ...navigator.languages]);
}

/** The page speaks it from its next load on. */
export function keepLanguage(name: LanguageName): void {
  store(NAME, name);
}
