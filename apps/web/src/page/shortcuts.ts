import { useEffect, useEffectEvent } from 'react';

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

/** Keys of the whole page. They are silent while somebody writes, except those that say otherwise. */
export function useShortcuts(press: (key: string, writing: boolean) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (press(event.key, isWriting(event.target))) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
