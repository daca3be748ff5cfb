import { useSyncExternalStore } from 'react';
import { basePath } from './base-path.ts';

/** `threadAt('/t/thread_1') === 'thread_1'`; nothing for the start page. */
export function threadAt(path: string): string | undefined {
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
  const id = /^\/t\/([^/][^/]*)\/?$/.exec(below)?.[1];
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

export function pathOf(thread: string | undefined): string {
  return thread === undefined ? `${basePath}/` : `${basePath}/t/${encodeURIComponent(thread)}`;
}

/** Pages beside threads. */
export type OwnPage = 'usage' | 'settings';

/** `pageAt('/usage') === 'usage'`; nothing for a thread, and for the start page. */
export function pageAt(path: string): OwnPage | undefined {
  return (['usage', 'settings'] as const).find((page) => path === pathOfPage(page));
}

export function pathOfPage(page: OwnPage): string {
  return `${basePath}/${page}`;
}

/** No page of ours: `isNowhere('/x/1')`. */
export function isNowhere(path: string): boolean {
  return `${path.replace(/\/$/, '')}/` !== `${basePath}/` && threadAt(path) === undefined && pageAt(path) === undefined;
}

export function goToPage(page: OwnPage): void {
  if (location.pathname !== pathOfPage(page)) history.pushState(null, '', pathOfPage(page));
  for (const listener of listeners) listener();
}

/** The page in the address. */
export function useOwnPage(): OwnPage | undefined {
  return useSyncExternalStore(subscribe, () => pageAt(location.pathname));
}

const listeners = new Set<() => void>();

/** `to write`: it was made to say something in it. */
export function goTo(thread: string | undefined, why?: 'to write'): void {
  if (location.pathname !== pathOf(thread)) history.pushState(why ?? null, '', pathOf(thread));
  for (const listener of listeners) listener();
}

/** The thread in the address. */
export function useRoute(): string | undefined {
  return useSyncExternalStore(subscribe, () => threadAt(location.pathname));
}

/** Whether the address leads nowhere. */
export function useIsNowhere(): boolean {
  return useSyncExternalStore(subscribe, () => isNowhere(location.pathname));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}
