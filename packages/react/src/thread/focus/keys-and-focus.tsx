import type { ReactNode, RefObject } from 'react';
import { useKeptFocus } from './use-kept-focus.ts';
import { useKeptPress } from './use-kept-press.ts';
import { useScrollKeys } from './use-scroll-keys.ts';
import { useItemKeys } from './use-item-keys.ts';
import type { ThreadEnds } from './use-item-keys.ts';

export interface KeysAndFocusProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly ends: ThreadEnds;
}

/** What a thread does about keys, presses and the focus. It draws nothing. */
export function KeysAndFocus({ scroller, ends }: KeysAndFocusProps): ReactNode {
  useKeptPress(scroller);
  useItemKeys(scroller, ends);
  useScrollKeys(scroller);
  useKeptFocus(scroller);
  return null;
}
