import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import { isComposing } from '../text/is-composing.ts';
import { isTyping } from '../text/is-typing.ts';
import { isOnScreen } from './seen/is-on-screen.ts';
import { SIGHT_MS } from './seen/use-unseen.ts';

/** What a key does to a card. */
export interface CardKey {
  /** Whether the card is settled by it: then it must not be a letter of something that somebody writes. */
  readonly settles: boolean;
  press(): void;
}

const LOOK_MS = 100;
/** Within so long of another letter, a letter is part of a word. */
const WORD_MS = 1000;
/** A letter waits for the next one for this long: whoever writes has pressed it by then. */
const LETTER_MS = 350;

/**
 * Single keys that press a card's buttons. They work on one card of a thread, the one that shows them: `data-listening`. It listens
 * only while the focus is in its thread and its buttons are in sight, and have been for half a second. No key settles what is out of
 * sight, and nobody settles anything by writing.
 */
export function useCardKeys(card: RefObject<HTMLElement | null>, keyFor: (key: string) => CardKey | undefined): void {
  const find = useEffectEvent(keyFor);
  useEffect(() => {
    let since: number | undefined;
    let letterAt = -Infinity;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const look = (): boolean => {
      const isNext =
        card.current !== null && document.visibilityState === 'visible' && card.current === nextToListen(card.current);
      since = isNext ? (since ?? performance.now()) : undefined;
      // Whoever comes to it by a key has looked at it before: it listens at once.
      const listens = since !== undefined && performance.now() - since >= SIGHT_MS && hasFocus(threadOf(card.current));
      card.current?.toggleAttribute('data-listening', listens);
      return listens;
    };
    const press = (name: string): void => {
      if (look()) find(name)?.press();
    };
    const onKey = (event: KeyboardEvent): void => {
      clearTimeout(waiting);
      // By when it was pressed: a busy page hears of it later.
      const inWord = event.timeStamp - letterAt < WORD_MS;
      // `j` and `k` move through the thread.
      const isLetter = /^[^jk]$/iu.test(event.key);
      const name = event.key.toLowerCase();
      const key = isTaken(event) || !look() ? undefined : find(name);
      if (isLetter && key?.settles !== false) letterAt = event.timeStamp;
      if (key === undefined) return;
      event.preventDefault();
      if (!key.settles) key.press();
      else if (isLetter && !inWord) waiting = setTimeout(press, LETTER_MS, name);
      else if (!inWord) key.press();
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('keydown', onKey);
    return () => {
      clearInterval(timer);
      clearTimeout(waiting);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}

/** Somebody writes or composes, holds the key down or another with it, or the key presses what has the focus. */
function isTaken(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat, key } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || repeat) return true;
  if (isComposing(event) || isTyping(event) || event.getModifierState('AltGraph')) return true;
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return true;
  if (key !== 'Enter' && key !== ' ') return false;
  const opens = target.matches('[data-index]') && target.querySelector('[aria-expanded]') !== null;
  return opens || target.closest('button, a, summary, input') !== null;
}

/** Of the cards in a thread: the one with the focus in it, or else the first in sight. It listens if the focus is in the thread. */
function nextToListen(card: Element): Element | undefined {
  const thread = threadOf(card);
  const own = focusedIn(thread)?.closest('[data-request]') ?? null;
  if (own !== null) return isInSight(own) ? own : undefined;
  return [...(thread?.querySelectorAll('[data-request]') ?? [])].find(isInSight);
}

function threadOf(card: Element | null): Element | null {
  return card?.closest('.tt-scroller') ?? card;
}

function hasFocus(thread: Element | null): boolean {
  return document.hasFocus() && focusedIn(thread) !== undefined;
}

function focusedIn(thread: Element | null): Element | undefined {
  const root = thread?.getRootNode();
  const focused = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  return focused !== null && thread?.contains(focused) === true ? focused : undefined;
}

/** All that its keys press is in sight. */
function isInSight(card: Element): boolean {
  const controls = [...card.querySelectorAll('[data-keys]')];
  return controls.length > 0 && controls.every((part) => isOnScreen(part.getBoundingClientRect(), card));
}
