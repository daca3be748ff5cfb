import { isComposing, isTyping } from '@toolthread/react';
import { useEffect, useEffectEvent, useRef } from 'react';

/** A letter that follows another within this time is part of a word. */
export const LETTER_MS = 350;

/**
 * Keys of the whole page. They are silent while somebody writes, except those that say otherwise. False: the key means nothing here.
 * A function is called unless another key follows at once.
 */
export function useShortcuts(press: (key: string, writing: boolean) => boolean | (() => void)): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    clearTimeout(waiting.current);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const pressed = press(event.key, isTyping(event));
    if (pressed !== false) event.preventDefault();
    if (typeof pressed === 'function') waiting.current = setTimeout(pressed, LETTER_MS);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => {
      clearTimeout(waiting.current);
      document.removeEventListener('keydown', listener);
    };
  }, []);
}
