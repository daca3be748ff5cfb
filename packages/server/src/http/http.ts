/** What every route knows of its request. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { BrowserPass } from '../access/browser-pass.ts';
import type { Caller } from '../access/caller.ts';
import type { Problem } from './problem.ts';

export interface Http {
  Bindings: HttpBindings;
  Variables: {
    caller: Caller;
    /** What stands for the caller's token in a browser; undefined where no token was shown. */
    pass: BrowserPass | undefined;
    /** What the caller's token is good for. */
    may: 'all' | 'read';
    /** Who the caller is: `@human` where only a token is known. */
    by: string;
    /** What was sent, whole, if it has no more than so many bytes; `""` where nothing was. */
    receive: (bytes: number) => Promise<string | Problem>;
  };
}

export type HttpContext = Context<Http>;

export function refuse(c: HttpContext, { status, code, message }: Problem): Response {
  return c.json({ error: { code, message } }, status);
}
