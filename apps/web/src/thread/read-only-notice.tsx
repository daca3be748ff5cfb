import type { ReactNode } from 'react';
import { linkSecret } from '../page/link-secret.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** In place of the composer. `shared`: somebody else's thread was shared for reading, by a role or a link. */
export function ReadOnlyNotice({ shared = false }: { readonly shared?: boolean }): ReactNode {
  const { say } = usePageLanguage();
  return (
    <footer className="tt-composer">
      <p className="waits-its-turn" role="note">
        {shared || linkSecret() !== undefined
          ? say('You can read this thread.')
          : say('You can only read: this page was opened with a read-only token.')}
      </p>
    </footer>
  );
}
