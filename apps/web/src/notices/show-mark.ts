import { setTitleMark } from './set-title-mark.ts';
import type { Notice } from './notices-of.ts';

/** What a tab shows of itself while another one is looked at. */
export interface TabMark {
  /** Threads that wait for a person. */
  readonly waiting: number;
  /** How the run of the thread in this tab ended, while nobody looked. */
  readonly own: Notice['what'] | undefined;
}

const COLOURS = { asks: '#d9951f', failed: '#d0463b', ended: '#2f9e5b' } as const;
const WORDS = { asks: '', failed: '✗ ', ended: '✓ ' } as const;

/** In the title, in the icon of the tab, and on the icon of an installed page. */
export function showMark({ waiting, own }: TabMark): void {
  const count = waiting === 0 ? '' : `(${waiting}) `;
  setTitleMark(count + (own === undefined ? '' : WORDS[own]));
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon !== null) {
    icon.dataset['plain'] ??= icon.href;
    const what = waiting > 0 ? 'asks' : own;
    const href = what === undefined ? icon.dataset['plain'] : dotted(COLOURS[what]);
    if (icon.href !== href) icon.href = href;
  }
  // Only a browser that can install pages has it, and one that is not installed shows nothing.
  if ('setAppBadge' in navigator) navigator.setAppBadge(waiting).catch(() => undefined);
}

/** The icon with a dot: so that it can be told from others among twenty tabs. */
function dotted(colour: string): string {
  const lines = `<g fill="none" stroke="#5566e0" stroke-width="4" stroke-linecap="round"><path d="M13 4 8 28"/><path d="M24 4 19 28"/></g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${lines}<circle cx="24" cy="24" r="8" fill="${colour}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
