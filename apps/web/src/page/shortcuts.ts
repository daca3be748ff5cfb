import { useEffect, useEffectEvent, useRef } from 'react';

export interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

/** What the overlay lists. */
export const shortcuts: readonly Shortcut[] = [
  { keys: 'N', does: 'New thread' },
  { keys: '/', does: 'Write a message' },
  { keys: 'Enter', does: 'Send it (Shift+Enter: a new line)' },
  { keys: 'Alt+Enter', does: 'While it works: send it when the run completes' },
  { keys: '↑', does: 'From an empty message to the thread' },
  { keys: 'Esc', does: 'Stop the agent' },
  { keys: 'J  K', does: 'Next and previous item of the thread' },
  { keys: 'Enter', does: 'Open or close the item' },
  { keys: 'Home  End', does: 'The ends of the thread' },
  { keys: '1 … 9', does: 'Choose an answer' },
  { keys: '0', does: 'Answer in your own words' },
  { keys: 'A  T  E  D', does: 'Allow once, in this thread, edit, deny' },
  { keys: '[  ]', does: 'Previous and next thread' },
  { keys: '?', does: 'This list' },
];

/** Within so long of another, a letter is part of a word. */
export const LETTER_MS = 350;

/**
 * Keys of the whole page. They are silent while somebody writes, except those that say otherwise. False: the key means nothing here.
 * A function is called unless another key follows at once.
 */
export function useShortcuts(press: (key: string, writing: boolean) => boolean | (() => void)): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    clearTimeout(waiting.current);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const pressed = press(event.key, isTextField(event.target));
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

export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
