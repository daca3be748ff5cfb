import type { ThreadConnection } from '@toolthread/client';

/** Whoever looks into another tab for a moment is not kept waiting when they come back. */
const PATIENCE_MS = 2000;

/**
 * Of all tabs four may hold a stream (`takeStreamPlace`): those that nobody sees leave them to the others. Gives the way to end it.
 */
export function restWhileHidden({ rest, wake }: Pick<ThreadConnection, 'rest' | 'wake'>): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') wake();
    else timer = setTimeout(rest, PATIENCE_MS);
  };
  document.addEventListener('visibilitychange', look, { signal });
  // The browser may keep a page that was left, for the back button.
  window.addEventListener('pagehide', rest, { signal });
  window.addEventListener('pageshow', look, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  // Opened in the background: its turn comes when it is looked at.
  if (document.visibilityState !== 'visible') rest();
  return () => ending.abort();
}
