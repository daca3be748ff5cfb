import { eventLoop } from '@toolthread/store';
import { TOO_MANY } from './problem.ts';

type Fetch = (request: Request) => Promise<Response>;

/** More than may wait for `authenticate`: who shows a token has room. */
const MOST = 1000;

/** This many requests at once of which no answer has begun, with turns for others between; those beyond are told to come again. */
export function someAtOnce(fetch: Fetch): Fetch {
  let waiting = 0;
  return async (request) => {
    const { status, code, message } = TOO_MANY;
    if (waiting >= MOST) {
      return Response.json({ error: { code, message } }, { status, headers: { 'retry-after': '1' } });
    }
    waiting += 1;
    try {
      await eventLoop.next();
      return await fetch(request);
    } finally {
      waiting -= 1;
    }
  };
}
