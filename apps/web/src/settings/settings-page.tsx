import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { LanguageChoice } from '../labels/language-choice.tsx';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { KeyTable } from '../page/key-table.tsx';
import { MenuButton } from '../page/menu-button.tsx';
import { applyTheme, storedTheme, storeTheme } from '../page/theme.ts';
import type { Theme } from '../page/theme.ts';
import { useFocusInSight } from '../page/use-focus-in-sight.ts';
import { ProviderList } from './provider-list.tsx';
import { ServerSettings } from './server-settings.tsx';

export interface SettingsPageProps {
  /** Whoever looks at it has all of the server: its settings are shown. */
  readonly operates: boolean;
  readonly onMenu: () => void;
}

/** What this server and this page are set to. */
export function SettingsPage({ operates, onMenu }: SettingsPageProps): ReactNode {
  const { say } = usePageLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  // The settings of the server come when it has answered.
  useFocusInSight(scroller);
  return (
    <main id="main" className="thread-page new-thread-page settings-page">
      <title>{`${say('Settings')} · Toolthread`}</title>
      <header className="bar">
        <MenuButton onPress={onMenu} />
        <h1>{say('Settings')}</h1>
      </header>
      <div ref={scroller} className="settings-scroller" tabIndex={0} role="region" aria-label={say('Settings')}>
        <div className="settings-column">
          <h2>{say('Models')}</h2>
          <ProviderList />
          {operates && <ServerSettings />}
          <h2>{say('Appearance')}</h2>
          <ThemeChoice />
          <LanguageChoice />
          <h2>{say('Keys')}</h2>
          <KeyTable />
        </div>
      </div>
    </main>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function ThemeChoice(): ReactNode {
  const { say } = usePageLanguage();
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme): void => {
    setTheme(next);
    applyTheme(next);
    storeTheme(next);
  };
  const words = { system: say('As the system'), light: say('Light'), dark: say('Dark') };
  return (
    <label>
      {say('Theme')}
      <select value={theme} onChange={({ target }) => choose(THEMES.find((each) => each === target.value) ?? 'system')}>
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
