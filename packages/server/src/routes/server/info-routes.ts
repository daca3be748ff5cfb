import type { Hono } from 'hono';
import type { Who } from '../../access/who.ts';
import type { Http } from '../../http/http.ts';
import type { ServerInfo } from './server-info.ts';

/** What the page says before there is a thread, and what whoever asks may do, so that a page offers nothing that would be refused; `renderers` is the address of the page's own. */
export function infoRoutes(app: Hono<Http>, info: ServerInfo, accounts: boolean, renderers: string | undefined): void {
  const { folders, ...rest } = info;
  app.get('/api/info', (c) => {
    const who = c.get('who');
    return c.json({
      ...rest,
      folders: foldersFor(who, folders),
      renderers,
      may: c.get('may'),
      ...whoIs(who, accounts),
    });
  });
}

/** Whoever has the server may know whose home it runs in; whoever has threads here, where they work. */
function foldersFor(who: Who, folders: ServerInfo['folders']): ServerInfo['folders'] {
  if (who.opens === 'one') return undefined;
  return who.opens === 'all' ? folders : folders && { usual: folders.usual };
}

/** Who asks, where threads have owners. `accounts`: they can sign out. */
function whoIs(who: Who, accounts: boolean): object {
  switch (who.opens) {
    case 'all':
      return {};
    case 'own':
      return { you: who.person, accounts };
    case 'one':
      return { link: who.thread };
    default:
      return who satisfies never;
  }
}
