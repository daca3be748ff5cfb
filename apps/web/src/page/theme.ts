export type Theme = 'system' | 'light' | 'dark';

const NAME = 'toolthread:theme';

/** `nextTheme('system') === 'light'`: one button goes through all three. */
export function nextTheme(theme: Theme): Theme {
  if (theme === 'system') return 'light';
  return theme === 'light' ? 'dark' : 'system';
}

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(NAME);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(NAME, theme);
  } catch {
    // The choice then lasts as long as the page.
  }
}
