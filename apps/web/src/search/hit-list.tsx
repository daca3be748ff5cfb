import { visible } from '@toolthread/core/text';
import { agentName } from '@toolthread/transcripts/agents';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import type { FoundPlace, SearchHit } from '@toolthread/server/answers';
import { moveByArrows } from '../page/move-by-arrows.ts';
import { MarkedWords } from './marked-words.tsx';
import { placeAddress } from './show-place.ts';
import type { PlaceToShow, WordsToFind } from './show-place.ts';

export interface HitListProps {
  readonly hits: readonly SearchHit[];
  /** What was looked for. */
  readonly words: readonly string[];
  /** The session that is being opened. */
  readonly opening: string | undefined;
  onOpen(hit: SearchHit, place: PlaceToShow | WordsToFind): void;
  /** Where the words are written. */
  readonly field: RefObject<HTMLElement | null>;
}

/** Threads and sessions with the words, each with its places. The arrows go from one place to the next. */
export function HitList({ hits, field, ...rest }: HitListProps): ReactNode {
  return (
    <ol className="hits" onKeyDown={(event) => moveByArrows(event, '.hit', field.current)}>
      {hits.map((hit) => (
        <Hit key={`${hit.kind} ${hit.id}`} hit={hit} {...rest} />
      ))}
    </ol>
  );
}

function Hit({ hit, ...rest }: Omit<HitListProps, 'hits' | 'field'> & { readonly hit: SearchHit }): ReactNode {
  const { say, locale } = usePageLanguage();
  const { agent, title, project, at, places, more } = hit;
  const facts = [
    hit.kind === 'thread' ? say('Thread') : agentName(agent),
    ...(project === '' ? [] : [visible(project)]),
    new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
  ];
  const isOpening = hit.kind === 'session' && hit.id === rest.opening;
  return (
    <li>
      <h2>{title === '' ? say('(no title)') : visible(title)}</h2>
      <p>{isOpening ? <strong>{say('Opening…')}</strong> : facts.join(' · ')}</p>
      <ul>
        {places.map((place, index) => (
          // The same words may be in two places of one entry.
          <li key={`${place.version} ${place.place} ${index}`}>
            <Place hit={hit} place={place} {...rest} />
          </li>
        ))}
      </ul>
      {more && <More hit={hit} {...rest} />}
    </li>
  );
}

/** The way to all of them: in the thread one steps from one to the next. What is in earlier versions is not found there. */
function More({ hit, words, ...rest }: Omit<PlaceProps, 'place'>): ReactNode {
  const { say } = usePageLanguage();
  const isEarlier = hit.places.every(({ version }) => version !== undefined);
  return (
    <p>
      {words.length === 0 || isEarlier ? (
        say('It has more matches.')
      ) : (
        <HitLink hit={hit} to={{ find: words }} {...rest}>
          {say('Find all “{words}” in it', { words: visible(words.join(' ')) })}
        </HitLink>
      )}
    </p>
  );
}

interface PlaceProps extends Omit<HitListProps, 'hits' | 'field'> {
  readonly hit: SearchHit;
  readonly place: FoundPlace;
}

function Place({ hit, place: found, words: phrases, ...rest }: PlaceProps): ReactNode {
  const { say } = usePageLanguage();
  const { place, version } = found;
  const shown: PlaceToShow = { place, words: phrases, ...(version === undefined ? {} : { version }) };
  const whose = WHOSE.get(found.whose);
  // A call begins with its name: once is enough.
  const isNamed = whose === undefined && found.around.startsWith(`${found.whose}(`);
  return (
    <HitLink hit={hit} to={shown} {...rest}>
      {!isNamed && (
        <>
          <b>{whose === undefined ? visible(found.whose) : say(whose)}</b>{' '}
        </>
      )}
      {version !== undefined && <i>{say('An earlier version.')} </i>}
      <MarkedWords {...found} />
    </HitLink>
  );
}

interface HitLinkProps extends Pick<HitListProps, 'opening' | 'onOpen'> {
  readonly hit: SearchHit;
  readonly to: PlaceToShow | WordsToFind;
  readonly children: ReactNode;
}

/** A thread has an address. A session gets one when it is opened. */
function HitLink({ hit, to, opening, onOpen, children }: HitLinkProps): ReactNode {
  if (hit.kind === 'thread') {
    const follow = (event: MouseEvent): void => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onOpen(hit, to);
    };
    return (
      <a className="hit" href={placeAddress(hit.id, to)} onClick={follow}>
        {children}
      </a>
    );
  }
  return (
    <button
      type="button"
      className="hit"
      aria-disabled={opening !== undefined}
      onClick={() => opening === undefined && onOpen(hit, to)}
    >
      {children}
    </button>
  );
}

/** As the index calls them. All others are names. */
const WHOSE: ReadonlyMap<string, PagePhrase> = new Map([
  ['you', 'You'],
  ['answer', 'Answer'],
  ['title', 'Title'],
  ['question', 'Question'],
  ['reasoning', 'Reasoning'],
  ['commentary', 'Commentary'],
  ['summary', 'Summary'],
  ['status', 'Status'],
  ['changes', 'Changes'],
  ['discarded', 'Discarded attempt'],
  ['result', 'Result'],
]);
