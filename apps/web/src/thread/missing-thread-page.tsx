import type { ReactNode } from 'react';
import { MenuButton } from '../page/menu-button.tsx';
import { goTo, pathOf } from '../page/use-route.ts';
import { ThemeButton } from '../page/theme-button.tsx';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** The address names a thread that the server does not have. */
export function MissingThreadPage({ onMenu }: { readonly onMenu: () => void }): ReactNode {
  const { say } = usePageLanguage();
  return (
    <main id="main" className="thread-page new-thread-page">
      <title>{`${say('No such thread')} · Toolthread`}</title>
      <header className="bar">
        <MenuButton onPress={onMenu} />
        <h1>{say('No such thread')}</h1>
        <span className="bar-place" />
        <ThemeButton />
      </header>
      <div className="first-words">
        <div className="first-words-column">
          <h2>{say('There is no thread at this address')}</h2>
          <p role="alert">
            {say('It may belong to another server, or to another data folder. The list has all that are here, or')}{' '}
            <a
              href={pathOf(undefined)}
              onClick={(event) => {
                event.preventDefault();
                goTo(undefined);
              }}
            >
              {say('begin a new one')}
            </a>
            .
          </p>
        </div>
      </div>
    </main>
  );
}
