import { useSyncExternalStore } from 'react';

/** `versionsIn('#version=120,45')` is `[120, 45]`: the version that ended with event 120, and in it the one that ended with 45. */
export function versionsIn(hash: string): readonly number[] {
  const named = new URLSearchParams(hash.replace(/^#/, '')).get('version') ?? '';
  return /^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,1000}$/.test(named) ? named.split(',').map(Number) : [];
}

/** The version that the address names, from the newest thread inwards; empty for the newest. */
export function useShownVersion(): readonly number[] {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return versionsIn(hash);
}

/** Another version, in the address too: it can be sent to somebody, and the way back leads to the one before. */
export function showVersion(ends: readonly number[]): void {
  const item = document.activeElement?.closest<HTMLElement>('[data-index]');
  step = { index: item === null || item === undefined ? undefined : Number(item.dataset['index']) };
  const hash = ends.length === 0 ? '' : `#version=${ends.join(',')}`;
  history.pushState(history.state, '', `${location.pathname}${location.search}${hash}`);
  for (const listener of listeners) listener();
}

/** Somebody pressed a button for another version: on which item, if on one. It is at the same place in each of them. */
interface Step {
  readonly index: number | undefined;
}

let step: Step | undefined;

/** The last step, to whoever asks first. */
export function takeStep(): Step | undefined {
  const taken = step;
  step = undefined;
  return taken;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  for (const type of ['popstate', 'hashchange']) window.addEventListener(type, listener);
  return () => {
    listeners.delete(listener);
    for (const type of ['popstate', 'hashchange']) window.removeEventListener(type, listener);
  };
}
