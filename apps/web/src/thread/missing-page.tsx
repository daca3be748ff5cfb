import type { ReactNode } from 'react';
import { MenuButton } from '../page/menu-button.tsx';
import { goTo, pathOf } from '../page/use-route.ts';
import { ThemeButton } from '../page/theme-button.tsx';
import { usePageLanguage } from '../labels/use-page-language.ts';

export interface MissingPageProps {
  /** What the address seems to name. `ended thread`: it was on the page, and whoever looks at it may see it no more, or it was deleted. */
  readonly what: 'thread' | 'ended thread' | 'page';
  /** Absent if there is no list, and nothing to begin. */
  readonly onMenu: (() => void) | undefined;
}

/** The address names a thread that the server does not have, or nothing at all. */
export function MissingPage({ what, onMenu }: MissingPageProps): ReactNode {
  const { say } = usePageLanguage();
  const { title, heading, words } = WORDS[what];
  return (
    <main id="main" className="thread-page new-thread-page">
      <title>{`${say(title)} · Toolthread`}</title>
      <header className="bar">
        {onMenu !== undefined && <MenuButton onPress={onMenu} />}
        <h1>{say(title)}</h1>
        <span className="bar-place" />
        <ThemeButton />
      </header>
      <div className="first-words">
        <div className="first-words-column">
          <h2>{say(heading)}</h2>
          {onMenu !== undefined && (
            <p role="alert">
              {say(words)}{' '}
              <a
                href={pathOf(undefined)}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(undefined);
                }}
              >
                {say('start a new one')}
              </a>
              .
            </p>
          )}
        </div>
      </div>
    </main>
  );
}

const WORDS = {
  thread: {
    title: 'No such thread',
    heading: 'There is no thread at this address',
    words: 'It may belong to another server, or to another data folder. The list shows all threads, or',
  },
  'ended thread': {
    title: 'No such thread',
    heading: 'You can no longer see this thread',
    words: 'Your access to it has ended, or it was deleted. The list shows all threads, or',
  },
  page: {
    title: 'No such page',
    heading: 'There is no page at this address',
    words: 'The list shows all threads, or',
  },
} as const;
