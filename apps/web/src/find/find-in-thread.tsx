import type { Timeline } from '@toolthread/core';
import type { StopKind } from '@toolthread/core/lines';
import { isComposing } from '@toolthread/react';
import type { EarlierItems, ThreadViewHandle } from '@toolthread/react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useShortcuts } from '../page/use-shortcuts.ts';
import { FindBar } from './find-bar.tsx';
import type { Sought } from './find-bar.tsx';
import { soughtInAddress } from './item-address.ts';
import { useAnchor } from './use-anchor.ts';

export interface FindInThreadProps {
  readonly thread: string;
  readonly items: Timeline['items'];
  /** Items that are not here, and what reads them: all is looked through. */
  readonly earlier: EarlierItems | undefined;
  readonly top: number;
  readonly view: RefObject<ThreadViewHandle | null>;
  /** The button was pressed, perhaps before this was here; `onAsked`: it is open now. */
  readonly asked: boolean;
  readonly onAsked: () => void;
}

const letters: { readonly [letter: string]: StopKind } = { p: 'prompt', f: 'failure', q: 'question', c: 'change' };

/** Ctrl+F, or a letter for the next place of a kind, with Shift for the one before. Until then nothing is here. */
export function FindInThread({ thread, items, earlier, top, view, asked, onAsked }: FindInThreadProps): ReactNode {
  const [named, setNamed] = useState(() => soughtInAddress(location.hash));
  const [sought, setSought] = useState<Sought | undefined>(named.length === 0 ? undefined : 'words');
  useAnchor(items, view, { earlier, isFinding: sought !== undefined });
  const [pressed, setPressed] = useState<{ readonly by: number }>();
  const waiting = useRef<{ letter: string; times: number } | undefined>(undefined);
  const open = (what: Sought, by: number): void => {
    setSought(what);
    setPressed({ by });
  };
  useShortcuts((key, writing) => {
    const letter = key.toLowerCase();
    const kind = key.length === 1 ? letters[letter] : undefined;
    if (writing || kind === undefined) return false;
    // A letter may begin a word: it is obeyed when no other follows at once. The same one again is meant as often.
    waiting.current = { letter: key, times: waiting.current?.letter === key ? waiting.current.times + 1 : 1 };
    return () => {
      const { times = 1 } = waiting.current ?? {};
      waiting.current = undefined;
      open(kind, key === letter ? times : -times);
    };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      // Another key came first: what the letter began was a word.
      if (key !== 'Shift' && key !== waiting.current?.letter) waiting.current = undefined;
      if (key.toLowerCase() !== 'f' || ctrlKey === metaKey || altKey || shiftKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      // Pressed again, it is the browser's own.
      if (target instanceof HTMLInputElement && target.closest('.find-bar') !== null) return;
      event.preventDefault();
      open('words', 1);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (sought === undefined) return undefined;
    // From wherever it is pressed. Before the page hears of it, which would stop the agent, and after what is open in the thread.
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      setSought(undefined);
    };
    document.body.addEventListener('keydown', onEscape);
    return () => document.body.removeEventListener('keydown', onEscape);
  }, [sought]);
  useEffect(() => {
    const onChange = (): void => {
      const next = soughtInAddress(location.hash);
      if (next.length === 0) return;
      setNamed(next);
      open('words', 1);
    };
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  useEffect(() => {
    if (!asked) return;
    open('words', 1);
    onAsked();
  }, [asked]);
  useEffect(() => {
    if (sought !== undefined) void earlier?.read('all');
  }, [sought, earlier]);
  if (sought === undefined) return null;
  return (
    <FindBar
      key={JSON.stringify(named)}
      named={named}
      thread={thread}
      items={earlier === undefined ? items : undefined}
      top={top}
      view={view}
      sought={sought}
      pressed={pressed}
      onSeek={setSought}
      onClose={() => setSought(undefined)}
    />
  );
}
