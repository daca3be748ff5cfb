import { useState } from 'react';
import type { ReactNode } from 'react';
import { applyTheme, nextTheme, storedTheme, storeTheme } from './theme.ts';
import type { Theme } from './theme.ts';

const marks: { readonly [theme in Theme]: string } = { system: '◐', light: '☀', dark: '☾' };

export function ThemeButton(): ReactNode {
  const [theme, setTheme] = useState(storedTheme);
  const press = (): void => {
    const next = nextTheme(theme);
    setTheme(next);
    applyTheme(next);
    storeTheme(next);
  };
  return (
    <button type="button" className="quiet" aria-label={`Theme: ${theme}`} title={`Theme: ${theme}`} onClick={press}>
      {marks[theme]}
    </button>
  );
}
