import type { ReactNode } from 'react';
import { MenuButton } from '../page/menu-button.tsx';
import { goTo, pathOf } from '../page/use-route.ts';
import { ThemeButton } from '../page/theme-button.tsx';
import { usePageLanguage } from '../labels/use-page-language.ts';

export interface MissingPageProps {
  /** What the address seems to name. */
  readonly what: 'thread' | 'page';
  readonly onMenu: () => void;
}

/** The address names a thread that the server does not have, or nothing at all. */
export function MissingPage({ what, onMenu }: MissingPageProps): ReactNode {
  const { say } = usePageLanguage();
  const title = say(what === 'thread' ? 'No such thread' : 'No such page');
  return (
    <main id="main" className="thread-page new-thread-page">
      <title>{`${title} · Toolthread`}</title>
      <header className="bar">
        <MenuButton onPress={onMenu} />
        <h1>{title}</h1>
        <span className="bar-place" />
        <ThemeButton />
      </header>
      <div className="first-words">
        <div className="first-words-column">
          <h2>{say(what === 'thread' ? 'There is no thread at this address' : 'There is no page at this address')}</h2>
          <p role="alert">
            {say(
              what === 'thread'
                ? 'It may belong to another server, or to another data folder. The list shows all threads, or'
                : 'The list shows all threads, or',
            )}{' '}
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
        </div>
      </div>
    </main>
  );
}
