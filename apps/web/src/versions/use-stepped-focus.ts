import type { Timeline } from '@toolthread/core';
import type { ThreadViewHandle } from '@toolthread/react';
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { takeStep } from './use-shown-version.ts';

/** Whoever steps from version to version stays at the message that has them, and can step on. `ready`: its items are here. */
export function useSteppedFocus(
  items: Timeline['items'],
  view: RefObject<ThreadViewHandle | null>,
  ready: boolean,
): void {
  useEffect(() => {
    const step = ready ? takeStep() : undefined;
    if (step === undefined) return;
    const key = step.index === undefined ? undefined : items.at(step.index)?.key;
    if (key === undefined) view.current?.focus();
    else void focusAt(key, view.current).catch(() => undefined);
  }, [ready]);
}

async function focusAt(key: string, view: ThreadViewHandle | null): Promise<void> {
  const item = await view?.show(key);
  // What switches may be drawn a moment later than the item.
  const button = item?.querySelector<HTMLElement>('.tt-version-step:not(:disabled)');
  (button ?? item ?? view)?.focus();
}
