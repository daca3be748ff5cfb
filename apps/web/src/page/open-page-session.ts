import { isLockedOut, openSession } from '@toolthread/client';
import type { ClientError } from '@toolthread/client';
import { basePath } from './base-path.ts';
import { dropLinkSecrets, keepLinkSecret } from './link-secret.ts';
import { keepPageSecret } from './page-secret.ts';

/**
 * The address that the server printed has the token in its fragment, which no request carries. It is swapped for a cookie
 * that scripts cannot read and a secret of the page, and taken out of the address before anything else can see it.
 */
export async function openPageSession(): Promise<ClientError | undefined> {
  // Opened in a page that is there already, such an address changes its fragment only, and nothing is loaded by itself.
  window.addEventListener('hashchange', () => (inAddress('token') ?? inAddress('link')) !== null && location.reload());
  const link = inAddress('link');
  if (link !== null) {
    history.replaceState(history.state, '', location.pathname + location.search);
    keepLinkSecret(link);
    return undefined;
  }
  const token = inAddress('token');
  if (token === null) return undefined;
  dropLinkSecrets();
  history.replaceState(history.state, '', location.pathname + location.search);
  const session = await openSession({ baseUrl: basePath, token });
  keepRefusal(!session.ok && isLockedOut(session.error));
  if (!session.ok) return session.error;
  keepPageSecret(session.value);
  return undefined;
}

/** The token is taken out of the address, so that a page that is loaded again would not know of it. */
const REFUSED = 'toolthread:token-refused';

/** The last address with a token that was opened in this tab had a wrong one. */
export function wasTokenRefused(): boolean {
  try {
    return sessionStorage.getItem(REFUSED) !== null;
  } catch {
    return false;
  }
}

function keepRefusal(refused: boolean): void {
  try {
    if (refused) sessionStorage.setItem(REFUSED, '');
    else sessionStorage.removeItem(REFUSED);
  } catch {
    // Its owner forbids it.
  }
}

function inAddress(name: 'token' | 'link'): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}
