import type { ThreadSnapshot } from '@toolthread/client';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';

/** Of a thread's connection, or of the page's where no thread is open. */
export type Connection = Pick<ThreadSnapshot, 'connection' | 'problem'>;

/** Silent while all is well. */
export function ConnectionNotice({ connection }: { readonly connection: Connection }): ReactNode {
  const words = wordsFor(connection, usePageLanguage());
  if (words === undefined) return null;
  return (
    <div className="connection" role="status" data-state={connection.connection}>
      {words}
    </div>
  );
}

function wordsFor({ connection, problem }: Connection, { say }: PageLanguage): string | undefined {
  switch (connection) {
    case 'live':
      return undefined;
    case 'connecting':
      return problem === undefined ? undefined : say('Connecting…');
    case 'reconnecting':
      return say('The server does not answer. Nothing is lost; trying again…');
    case 'closed':
      return problem === undefined ? undefined : problem.message;
    default:
      return connection satisfies never;
  }
}
