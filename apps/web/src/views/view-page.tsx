import type { ClientError } from '@toolthread/client';
import { latePart } from '@toolthread/react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import { LockedPage } from '../page/locked-page.tsx';
import { ThemeButton } from '../page/theme-button.tsx';
import { pathOf } from '../page/use-route.ts';
import type { View } from './view-address.ts';

const RequestView = latePart(async () => (await import('./request-view.tsx')).RequestView);
const EventsView = latePart(async () => (await import('./events-view.tsx')).EventsView);
const ResultView = latePart(async () => (await import('./result-view.tsx')).ResultView);

const titles: { readonly [kind in View['kind']]: PagePhrase } = {
  request: 'What the model saw',
  events: 'Raw events',
  result: 'Whole result',
};

interface ViewPageProps {
  readonly view: View;
  /** Why the address's token was not accepted. */
  readonly problem: ClientError | undefined;
}

/** One thing of a thread, without the rest of the page. */
export function ViewPage({ view, problem }: ViewPageProps): ReactNode {
  const { say } = usePageLanguage();
  if (problem !== undefined) return <LockedPage problem={problem} />;
  const title = say(titles[view.kind]);
  return (
    <main id="main" className="view-page tt-root">
      <title>{`${title} · Toolthread`}</title>
      <header className="bar">
        <h1>{title}</h1>
        <span className="bar-place">
          <a href={pathOf(view.thread)}>{say('To the thread')}</a>
        </span>
        <ThemeButton />
      </header>
      <div className="view-column">
        <Shown view={view} />
      </div>
    </main>
  );
}

function Shown({ view }: { readonly view: View }): ReactNode {
  switch (view.kind) {
    case 'request':
      return <RequestView view={view} />;
    case 'events':
      return <EventsView view={view} />;
    case 'result':
      return <ResultView view={view} />;
    default:
      return view satisfies never;
  }
}
