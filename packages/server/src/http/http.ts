/** What every route knows of its request. */
import type { HttpBindings } from '@hono/node-server';
import type { SignIn } from '@toolthread/store';
import type { Context } from 'hono';
import type { BrowserPass } from '../access/browser-pass.ts';
import type { Caller } from '../access/caller.ts';
import type { Standing } from '../access/may.ts';
import type { StillAllowed } from '../access/people/watched-answers.ts';
import type { Who } from '../access/who.ts';
import type { Problem } from './problem.ts';
import type { Reads } from './reads.ts';

export interface Http {
  Bindings: HttpBindings;
  Variables: {
    caller: Caller;
    /** What stands for the caller's token in a browser; undefined if no token was shown. */
    pass: BrowserPass | undefined;
    /** What the caller's token is good for. */
    may: 'all' | 'read';
    /** Who the caller is: `@human` where only a token is known. */
    by: string;
    /** Whose threads the caller may open. */
    who: Who;
    /** What the caller is in the thread that the request names; undefined if it names none. */
    standing: Standing | undefined;
    /** Whether the caller may still do what they ask for; undefined if nothing can take it from them. */
    still: StillAllowed | undefined;
    /** Called when the caller, who may still do what they ask for, has become something else in the thread. */
    onStanding: (() => void) | undefined;
    /** By which a person is signed in. */
    signIn: SignIn | undefined;
    /** Whether the caller may look into a thread. */
    reads: Reads;
    /** What was sent, whole, if it has no more than so many bytes; `""` where nothing was. */
    receive: (bytes: number) => Promise<string | Problem>;
  };
}

export type HttpContext = Context<Http>;

export function refuse(c: HttpContext, { status, code, message }: Problem): Response {
  // What cannot be done now may be done soon, here or at another node.
  if (status === 503) c.header('retry-after', '1');
  return c.json({ error: { code, message } }, status);
}
