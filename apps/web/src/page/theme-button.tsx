import { useState } from 'react';
import type { ReactNode } from 'react';
import { applyTheme, nextTheme, storedTheme, storeTheme } from './theme.ts';
import type { Theme } from './theme.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

const marks: { readonly [theme in Theme]: string } = { system: '◐', light: '☀', dark: '☾' };

export function ThemeButton(): ReactNode {
  const { say } = usePageLanguage();
  const [theme, setTheme] = useState(storedTheme);
  const press = (): void => {
    const next = nextTheme(theme);
    setTheme(next);
    applyTheme(next);
    storeTheme(next);
  };
  const label = say(`Theme: ${theme}`);
  return (
    <button type="button" className="quiet theme" aria-label={label} title={label} onClick={press}>
      {marks[theme]}
    </button>
  );
}
