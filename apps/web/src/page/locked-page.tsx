import { isLockedOut } from '@toolthread/client';
import type { ClientError } from '@toolthread/client';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { wasTokenRefused } from './open-page-session.ts';
import { onPageSecretChanged, pageSecret } from './page-secret.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';

const WRONG = 'The token in this address is not one of this server.';
const NO_LONGER = 'This browser is no longer let in: its token was changed or revoked, or has expired.';

/** Without the token there is nothing to see. `problem`: what became of the one that the address had. */
export function LockedPage({ problem }: { readonly problem: ClientError | undefined }): ReactNode {
  const { say } = usePageLanguage();
  const wasLetIn = pageSecret() !== undefined;
  const why = problem === undefined ? wordsWithoutToken(wasLetIn, say) : wordsForToken(problem, say);
  // Let in again in another tab, this one is too.
  useEffect(() => onPageSecretChanged(() => location.reload()), []);
  return (
    <main id="main" className="locked">
      <title>Toolthread</title>
      <h1>Toolthread</h1>
      {why !== undefined && (
        <p className="problem" role="alert">
          {why}
        </p>
      )}
      <p>
        {say('Open the address that the server printed when it started. It ends with the token that this page needs.')}
      </p>
      {wasLetIn && (
        <p>
          {say('With another token the address is')} <code>{`${location.origin}/#token=…`}</code>
        </p>
      )}
    </main>
  );
}

function wordsForToken(problem: ClientError, say: PageLanguage['say']): string {
  return isLockedOut(problem) ? say(WRONG) : problem.message;
}

/** The page was loaded again, or its address had no token. */
function wordsWithoutToken(wasLetIn: boolean, say: PageLanguage['say']): string | undefined {
  if (wasTokenRefused()) return say(WRONG);
  return wasLetIn ? say(NO_LONGER) : undefined;
}
