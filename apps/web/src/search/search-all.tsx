import { askedSearch } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import { isComposing } from '@toolthread/react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { useHeldWhilePressed } from '../page/use-held-while-pressed.ts';
import { pathOf } from '../page/use-route.ts';
import { useOpenSession } from '../sessions/use-open-session.ts';
import type { SearchAnswer, SearchHit } from '@toolthread/server/answers';
import { HitList } from './hit-list.tsx';
import { showPlace } from './show-place.ts';
import type { PlaceToShow, WordsToFind } from './show-place.ts';
import { isEnough, useSearch } from './use-search.ts';

/** As the server reads them, in every language. */
const FILTERS = 'tool:shell outcome:failed author:me agent:demo since:2026-11-01 until:2026-11-30';

export interface SearchAllProps {
  /** Somebody looks for something: what else is on the page can go. */
  onSearching(isSearching: boolean): void;
}

/** Finds words in all threads, and in the sessions on this computer. */
export function SearchAll({ onSearching }: SearchAllProps): ReactNode {
  const { say } = usePageLanguage();
  const [words, setWords] = useState(wordsInAddress);
  const { opening, problem, open: openSession, forgetProblem } = useOpenSession();
  const place = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const page = useHeldWhilePressed(place, useSearch(words));
  const isSearching = words.trim() !== '';
  useEffect(() => onSearching(isSearching), [isSearching]);
  const seek = (next: string): void => {
    setWords(next);
    forgetProblem();
    // Whoever comes back finds what was found.
    const named = new URLSearchParams(location.search);
    if (next.trim() === '') named.delete('search');
    else named.set('search', next);
    history.replaceState(history.state, '', `${pathOf(undefined)}${named.size === 0 ? '' : `?${named.toString()}`}`);
  };
  const open = async ({ kind, id }: SearchHit, at: PlaceToShow | WordsToFind): Promise<void> => {
    if (kind === 'thread') return showPlace(id, at);
    const isWords = 'find' in at;
    const opened = await openSession(id, isWords ? undefined : at.version);
    return opened === undefined ? undefined : showPlace(opened.thread, isWords ? at : { ...at, ...opened });
  };
  return (
    <search ref={place} className="search-all">
      <input
        ref={field}
        type="search"
        aria-label={say('Search all threads and sessions')}
        placeholder={say('Search all threads and sessions')}
        value={words}
        onChange={({ target }) => seek(target.value)}
        onKeyDown={(event) => {
          if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          place.current?.querySelector<HTMLElement>('.hit')?.focus();
        }}
      />
      {isSearching && <p>{say('Narrow it down with {filters}', { filters: FILTERS })}</p>}
      {isSearching && <Found words={words} page={page} />}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {say('Not opened: {problem}', { problem: visible(problem) })}
        </p>
      )}
      {isSearching && page !== undefined && (
        <HitList
          field={field}
          hits={page.hits}
          words={askedSearch(words).words}
          opening={opening}
          onOpen={(hit, at) => void open(hit, at)}
        />
      )}
      {isSearching && page?.more === true && <p>{say('There are more results. Add a word to narrow the search.')}</p>}
    </search>
  );
}

function Found({ words, page }: { readonly words: string; readonly page: SearchAnswer | undefined }): ReactNode {
  const { say, count } = usePageLanguage();
  if (!isEnough(words)) return <p role="status">{say('Enter at least one word of three letters.')}</p>;
  if (page === undefined) return <p role="status">{say('Searching…')}</p>;
  const { hits, read, total } = page;
  return (
    <p role="status">
      {hits.length === 0 ? say('No matches.') : count(hits.length, 'conversation')}
      {hits.length === 0 && hasNoDay(words) && ` ${say('since: and until: take a day like 2026-11-01.')}`}
      {read < total && ` · ${say('{n} of {all} searched so far', { n: read, all: total })}`}
    </p>
  );
}

/** What is no filter is a word. */
function hasNoDay(text: string): boolean {
  return askedSearch(text).words.some((word) => /^(since|until):/.test(word));
}

function wordsInAddress(): string {
  return new URLSearchParams(location.search).get('search') ?? '';
}
