import type { Hono } from 'hono';
import type { Who } from '../access/who.ts';
import type { Http } from '../http/http.ts';

/** What the page says before there is a thread: who answers here, and what a newcomer may ask. */
export interface ServerInfo {
  readonly agent: string;
  /** Who can be named in a message: `['pm', 'coder']`, written `@pm`. */
  readonly members?: readonly string[];
  /** `language: 'de'`: it is for those who read the page in German, in the place of all others. Without one it is in English, and for those to whom nothing is offered in their own language. */
  readonly prompts: readonly { readonly title: string; readonly text: string; readonly language?: string }[];
}

/** And what whoever asks may do, so that a page offers nothing that would be refused; `renderers` is the address of the page's own. */
export function infoRoutes(app: Hono<Http>, info: ServerInfo, accounts: boolean, renderers: string | undefined): void {
  app.get('/api/info', (c) => c.json({ ...info, renderers, may: c.get('may'), ...whoIs(c.get('who'), accounts) }));
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
