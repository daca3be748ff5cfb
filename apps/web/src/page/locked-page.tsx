import type { ClientError } from '@toolthread/client';
import type { ReactNode } from 'react';

/** Without the token there is nothing to see. */
export function LockedPage({ problem }: { readonly problem: ClientError | undefined }): ReactNode {
  return (
    <main className="locked">
      <h1>Toolthread</h1>
      <p>Open the address that the server printed when it started. It ends with the token that this page needs.</p>
      {problem !== undefined && <p className="problem">{problem.message}</p>}
    </main>
  );
}
