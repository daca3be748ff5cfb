import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** In place of the composer. */
export function ReadOnlyNotice(): ReactNode {
  const { say } = usePageLanguage();
  return (
    <footer className="tt-composer">
      <p className="waits-its-turn" role="note">
        {say('You can read only: this page was opened with a token that may not write.')}
      </p>
    </footer>
  );
}
