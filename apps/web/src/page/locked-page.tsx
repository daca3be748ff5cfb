import { isLockedOut } from '@toolthread/client';
import type { ClientError } from '@toolthread/client';
import { latePart } from '@toolthread/react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { fieldsOf, textOf } from '@toolthread/core/json';
import { basePath } from './base-path.ts';
import { linkSecret } from './link-secret.ts';
import { wasTokenRefused } from './open-page-session.ts';
import { onPageSecretChanged, pageSecret } from './page-secret.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';

const SignInForm = latePart(async () => (await withLateStyles(import('../people/sign-in-form.tsx'))).SignInForm);

const WRONG = 'The token in this address is not valid for this server.';
const NO_LONGER = 'This browser is no longer signed in: its token was changed or revoked, or has expired.';

/** Without the token there is nothing to see. `problem`: what became of the one that the address had. */
export function LockedPage({ problem }: { readonly problem: ClientError | undefined }): ReactNode {
  const { say } = usePageLanguage();
  const wasLetIn = pageSecret() !== undefined;
  const why = problem === undefined ? wordsWithoutToken(wasLetIn, say) : wordsForToken(problem, say);
  // Let in again in another tab, this one is too.
  useEffect(() => onPageSecretChanged(() => location.reload()), []);
  const asks = useWhatIsAsked();
  const isLink = linkSecret() !== undefined;
  if (asks === undefined) return null;
  if (asks === 'sign_in' || isLink) {
    return (
      <main className="locked">
        <title>Toolthread</title>
        <h1>Toolthread</h1>
        {isLink && (
          <p className="problem" role="alert">
            {say('This link was revoked.')}
          </p>
        )}
        {asks === 'sign_in' && <SignInForm />}
      </main>
    );
  }
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
          {say('With another token, the address is')} <code>{`${location.origin}/#token=…`}</code>
        </p>
      )}
    </main>
  );
}

/** Whether people sign in here, or show a token: what the server says to whoever shows nothing. Undefined until it has said so. */
function useWhatIsAsked(): string | undefined {
  const [asks, setAsks] = useState<string>();
  useEffect(() => {
    fetch(`${basePath}/api/info`, { credentials: 'omit' })
      .then((response): Promise<unknown> => response.json())
      .then(
        (answer) => setAsks(textOf(fieldsOf(fieldsOf(answer)['error'])['code']) ?? 'token'),
        () => setAsks('token'),
      );
  }, []);
  return asks;
}

function wordsForToken(problem: ClientError, say: PageLanguage['say']): string {
  return isLockedOut(problem) ? say(WRONG) : problem.message;
}

/** The page was loaded again, or its address had no token. */
function wordsWithoutToken(wasLetIn: boolean, say: PageLanguage['say']): string | undefined {
  if (wasTokenRefused()) return say(WRONG);
  return wasLetIn ? say(NO_LONGER) : undefined;
}
