import { store, stored } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';

const NAME = 'toolthread:theme';

/** `nextTheme('system') === 'light'`: one button goes through all three. */
export function nextTheme(theme: Theme): Theme {
  if (theme === 'system') return 'light';
  return theme === 'light' ? 'dark' : 'system';
}

export function storedTheme(): Theme {
  const theme = stored(NAME);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

export function storeTheme(theme: Theme): void {
  // Where the browser keeps nothing, the choice lasts as long as the page.
  store(NAME, theme);
}
