import { isComposing, isTyping } from '@toolthread/react';
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { LETTER_MS } from './use-shortcuts.ts';

/** Keys that are pressed several times in a row: items, places, threads, answers. */
const REPEATED = /^[jkpfqc0-9[\]]$/i;
/** Keys that do something when they stand alone. */
const COMMANDS = /^[njkpfqc0-9[\]ated/? ]$/i;

/**
 * Whoever writes while the keyboard is in the thread writes a message: no word is lost, and none of its letters is obeyed. A word is
 * a letter that is no command, or letters that follow each other at once.
 */
export function useTypedWords(input: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    let [typed, at] = ['', -LETTER_MS];
    const onKey = (event: KeyboardEvent): void => {
      const field = input.current;
      if (field === null || !isLetter(event)) {
        typed = '';
        return;
      }
      // By when they were pressed: a busy page hears of them later.
      typed = event.timeStamp - at < LETTER_MS ? typed + event.key : event.key;
      at = event.timeStamp;
      if (!isWord(typed)) return;
      // Code that reacts to single keys ignores it, and learns that it was pressed.
      event.preventDefault();
      field.focus();
      field.setRangeText(typed.trimStart(), field.selectionStart, field.selectionEnd, 'end');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      typed = '';
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [input]);
}

/** `isWord('no')`, and neither `isWord('n')` nor `isWord('jjk')`. */
export function isWord(typed: string): boolean {
  const letters = [...typed.trim()];
  if (letters.some((letter) => !COMMANDS.test(letter))) return true;
  return letters.length > 1 && letters.some((letter) => !REPEATED.test(letter));
}

function isLetter(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, key } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || isComposing(event) || repeat) return false;
  if (document.querySelector('dialog[open]') !== null || [...key].length !== 1) return false;
  return !isTyping(event);
}
