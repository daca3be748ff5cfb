import type { Timeline } from '@toolthread/core';
import { stopsOf } from '@toolthread/core/lines';
import type { Hit, StopKind } from '@toolthread/core/lines';
import { CopyButton, isComposing } from '@toolthread/react';
import type { ThreadViewHandle } from '@toolthread/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import { itemAddress } from './item-address.ts';
import { leadTo, markWords } from './lead-to.ts';
import { nextStop } from './next-stop.ts';
import { useHits } from './use-hits.ts';

export type Sought = 'words' | StopKind;

export interface FindBarProps {
  readonly thread: string;
  /** What to begin with: several phrases are those of a search, all in one text. What is written here is one. */
  readonly named: readonly string[];
  /** Undefined until all of the thread is here. */
  readonly items: Timeline['items'] | undefined;
  /** The item at the top of what is in sight. */
  readonly top: number;
  readonly view: RefObject<ThreadViewHandle | null>;
  readonly sought: Sought;
  /** A key was pressed: so many times on, or back. A new object each time. */
  readonly pressed: { readonly by: number } | undefined;
  onSeek(sought: Sought): void;
  onClose(): void;
}

/** Items that the reader may go past, and still be where they were led to. */
const NEAR = 3;

const kinds: readonly (readonly [sought: Sought, name: PagePhrase])[] = [
  ['words', 'Words'],
  ['prompt', 'Prompts'],
  ['failure', 'Failures'],
  ['question', 'Questions'],
  ['change', 'Changes'],
];

/** Finds in the whole thread, not only in what is mounted: words, or the places of one kind. */
export function FindBar({
  thread,
  named,
  items,
  top,
  view,
  sought,
  pressed,
  onSeek,
  onClose,
}: FindBarProps): ReactNode {
  const { say, number } = usePageLanguage();
  const [phrases, setPhrases] = useState(named);
  const words = asWritten(phrases);
  const [at, setAt] = useState<{ readonly key: string; readonly nth: number }>();
  const topNow = useRef(top);
  const wanted = useRef<Hit>(undefined);
  const unmark = useRef<() => void>(undefined);
  /** Where the reader was led to last. Its `top` is undefined on the way there. */
  const ledTo = useRef<{ readonly index: number; top?: number }>(undefined);
  const obeyed = useRef<{ readonly by: number }>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const hits = useHits(items, sought === 'words' ? phrases : []);
  const stops = useMemo(
    () =>
      sought === 'words' || items === undefined
        ? []
        : [...stopsOf(items, sought)].map(({ index, source }) => ({ index, key: source.key, nth: 0 })),
    [items, sought],
  );
  const places: readonly Hit[] = sought === 'words' ? hits.list : stops;
  const place = at === undefined ? -1 : places.findIndex(({ key, nth }) => key === at.key && nth === at.nth);

  const show = async (hit: Hit): Promise<void> => {
    const led: { readonly index: number; top?: number } = { index: hit.index };
    setAt({ key: hit.key, nth: hit.nth });
    ledTo.current = led;
    wanted.current = hit;
    // Of several phrases an item has one place: where to begin to read.
    const wordsThere = { phrases: sought === 'words' ? phrases : [], ...(phrases.length > 1 ? {} : { nth: hit.nth }) };
    // It may be closed meanwhile, or other words or another place be meant.
    const isWanted = (): boolean => wanted.current === hit;
    const element = await leadTo(view.current, { ...wordsThere, key: hit.key, isWanted });
    if (!isWanted()) return;
    unmark.current?.();
    unmark.current = element && markWords(element, wordsThere);
    // Nobody writes: the keyboard goes along, and the next key is for what was found.
    if (sought !== 'words' && isInThread(document.activeElement)) drawnItem(hit.index)?.focus({ preventScroll: true });
    requestAnimationFrame(() => requestAnimationFrame(() => (led.top = topNow.current)));
  };
  const forget = (): void => {
    wanted.current = undefined;
    unmark.current?.();
    unmark.current = undefined;
  };
  const go = (hit: Hit): void => void show(hit).catch(() => undefined);
  const step = (by: number): void => {
    // The reader may have gone elsewhere since: then it goes on from there.
    const led = ledTo.current;
    const isThere = led !== undefined && (led.top === undefined || Math.abs(led.top - top) < NEAR);
    const from = isThere ? led.index : top;
    const key = place >= 0 && isThere ? place : undefined;
    const direction = by < 0 ? -1 : 1;
    const asStops = places.map(({ index }, which) => ({ index, source: { key: String(which) } }));
    let next = nextStop(asStops, { key: key === undefined ? undefined : String(key), top: from }, direction);
    for (let more = Math.abs(by); more > 1 && next !== undefined; more -= 1) {
      next = nextStop(asStops, { key: String(next), top: from }, direction);
    }
    const hit = next === undefined ? undefined : places[next];
    if (hit !== undefined) go(hit);
  };

  useEffect(() => {
    topNow.current = top;
  });
  useLayoutEffect(() => {
    before.current = document.activeElement;
    return forget;
  }, []);
  useEffect(() => {
    setAt(undefined);
    forget();
    if (sought === 'words') {
      input.current?.focus();
      input.current?.select();
    }
  }, [sought]);
  useEffect(() => {
    // What is asked of a thread that is not all here yet waits for the rest of it.
    if (pressed === undefined || pressed === obeyed.current || (sought !== 'words' && items === undefined)) return;
    obeyed.current = pressed;
    if (sought !== 'words') step(pressed.by);
    else {
      input.current?.focus();
      input.current?.select();
    }
  }, [pressed, items === undefined]);
  // The first of all, as soon as it is known: one counts from 1, wherever one was before.
  const [first] = hits.list;
  useEffect(() => {
    if (sought === 'words' && place < 0 && first !== undefined) go(first);
  }, [words, first?.key, sought]);

  const close = (): void => {
    onClose();
    const found = at === undefined || !isInThread(before.current) ? undefined : ledTo.current;
    const current = (found && drawnItem(found.index)) ?? before.current;
    if (current instanceof HTMLElement && current !== document.body && current.isConnected) current.focus();
    else view.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === input.current) step(event.shiftKey ? -1 : 1);
    else if (event.key === 'F3') step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    // The same keys stop the agent, or open an item.
    event.stopPropagation();
  };
  const count =
    sought === 'words' && words.trim() === ''
      ? ''
      : places.length === 0
        ? say((sought === 'words' ? hits.complete : items !== undefined) ? 'Nothing found' : 'Looking…')
        : say('{n} of {all}', { n: place + 1, all: hits.complete ? places.length : `${number(places.length)}+` });
  return (
    <search className="find-bar" aria-label={say('Find in this thread')} onKeyDown={onKeyDown}>
      <select
        aria-label={say('What to find')}
        value={sought}
        onChange={({ target }) => onSeek(kinds.find(([kind]) => kind === target.value)?.[0] ?? 'words')}
      >
        {kinds.map(([kind, name]) => (
          <option key={kind} value={kind}>
            {say(name)}
          </option>
        ))}
      </select>
      {sought === 'words' && (
        <input
          ref={input}
          type="search"
          value={words}
          placeholder={say('Find in this thread')}
          aria-label={say('Find in this thread')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setPhrases([target.value]);
            setAt(undefined);
            forget();
          }}
        />
      )}
      <span className="find-count" role="status">
        {count}
      </span>
      <button
        type="button"
        className="quiet"
        aria-label={say('Previous')}
        disabled={places.length === 0}
        onClick={() => step(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={say('Next')}
        disabled={places.length === 0}
        onClick={() => step(1)}
      >
        ↓
      </button>
      {at !== undefined && <CopyButton text={() => itemAddress(thread, at.key)} label={say('Copy link')} />}
      <button type="button" className="quiet" aria-label={say('Close')} onClick={close}>
        ✕
      </button>
    </search>
  );
}

/** As in the field of a search. */
function asWritten(phrases: readonly string[]): string {
  const [only = ''] = phrases;
  if (phrases.length < 2) return only;
  return phrases.map((phrase) => (/\s/.test(phrase) ? `"${phrase}"` : phrase)).join(' ');
}

function drawnItem(index: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.tt-scroller [data-index="${index}"]`);
}

function isInThread(element: Element | null): boolean {
  return element === document.body || (element !== null && element.closest('.tt-scroller') !== null);
}
