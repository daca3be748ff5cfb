import type { ClientError } from '@toolthread/client';
import type { ReactNode } from 'react';

/** Without the token there is nothing to see. `problem`: what became of the one that the address had. */
export function LockedPage({ problem }: { readonly problem: ClientError | undefined }): ReactNode {
  return (
    <main className="locked">
      <title>Toolthread</title>
      <h1>Toolthread</h1>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem.status === 401 ? 'The token in this address is not the one of this server.' : problem.message}
        </p>
      )}
      <p>Open the address that the server printed when it started. It ends with the token that this page needs.</p>
    </main>
  );
}
