import { fieldsOf, listOf, numberOf, textOf } from '@toolthread/core/json';
import { CopyButton, VisibleText } from '@toolthread/react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askServer } from './ask-server.ts';
import { LateDetails } from './late-details.tsx';
import { viewAddress } from './view-address.ts';
import type { View } from './view-address.ts';

type EventsOf = Extract<View, { kind: 'events' }>;

/** Events on a page: however long the thread is, no more are fetched and drawn. */
const PAGE = 100;
/** Of an event on its one line. */
const SHORT = 160;

interface Page {
  readonly events: readonly unknown[];
  readonly last: number;
}

/** The events of a thread, or of an item, as the server gives them out. */
export function EventsView({ view }: { readonly view: EventsOf }): ReactNode {
  const { say } = usePageLanguage();
  const { thread, from, to } = view;
  const [page, setPage] = useState<Page>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    void readPage(view, leaving.signal).then((read) => {
      if (leaving.signal.aborted) return;
      if (typeof read === 'string') setProblem(read);
      else setPage(read);
    });
    return () => leaving.abort();
  }, [thread, from, to]);
  if (problem !== undefined)
    return (
      <p className="problem" role="alert">
        {problem}
      </p>
    );
  if (page === undefined) return <p role="status">{say('Looking…')}</p>;
  const end = Math.min(to ?? Infinity, page.last);
  const shown = Math.min(from + PAGE - 1, end);
  const at = (first: number): string =>
    viewAddress({ kind: 'events', thread, from: Math.max(1, first), to: undefined });
  return (
    <>
      <nav className="view-facts" aria-label={say('Pages')}>
        <span>
          {say('Events {from} to {to} of {all}', { from: String(from), to: String(shown), all: String(page.last) })}
        </span>
        {from > 1 && <a href={at(1)}>{say('First')}</a>}
        {from > 1 && <a href={at(from - PAGE)}>{say('Previous')}</a>}
        {shown < page.last && <a href={at(shown + 1)}>{say('Next')}</a>}
        {shown < page.last && <a href={at(page.last - PAGE + 1)}>{say('Last')}</a>}
        <CopyButton
          text={() => page.events.map((event) => `${JSON.stringify(event)}\n`).join('')}
          label={say('Copy as JSON')}
        />
      </nav>
      {page.events.length === 0 && <p>{say('There are no events here.')}</p>}
      <ol className="view-list">
        {page.events.map((event, index) => (
          <li key={numberOf(fieldsOf(event)['seq']) ?? `n${index}`}>
            <EventRow event={event} open={page.events.length === 1} />
          </li>
        ))}
      </ol>
    </>
  );
}

function EventRow({ event, open }: { readonly event: unknown; readonly open: boolean }): ReactNode {
  const { locale, say } = usePageLanguage();
  const { v: _v, thread: _thread, seq, at, type, scope, ...rest } = fieldsOf(event);
  const time = numberOf(at);
  const line = JSON.stringify(rest).slice(0, SHORT);
  return (
    <LateDetails
      open={open}
      summary={
        <>
          <span className="view-seq">{numberOf(seq)}</span> <b>{<VisibleText text={textOf(type) ?? ''} />}</b>{' '}
          {textOf(scope) !== undefined && <VisibleText text={`${textOf(scope)} `} />}
          <span className="view-line">
            <VisibleText text={line} />
          </span>
        </>
      }
    >
      {() => (
        <>
          <p className="view-facts">
            {time !== undefined && time > 0 && <time>{new Date(time).toLocaleString(locale)}</time>}
            <CopyButton text={() => JSON.stringify(event, undefined, 2)} label={say('Copy as JSON')} />
          </p>
          <pre tabIndex={0}>
            <VisibleText text={JSON.stringify(event, undefined, 2)} />
          </pre>
        </>
      )}
    </LateDetails>
  );
}

async function readPage({ thread, from, to }: EventsOf, signal: AbortSignal): Promise<Page | string> {
  const limit = Math.min(PAGE, Math.max(1, (to ?? Infinity) - from + 1));
  const path = `/api/threads/${encodeURIComponent(thread)}/events?after=${from - 1}&limit=${limit}`;
  const asked = await askServer(path, { signal });
  if (!asked.ok) return asked.problem;
  const { events, last_seq: last } = fieldsOf(await asked.response.json().catch(() => undefined));
  return { events: listOf(events), last: numberOf(last) ?? 0 };
}
