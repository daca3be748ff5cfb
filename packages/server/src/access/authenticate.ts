import type { HttpContext } from '../http/http.ts';

/** Somebody whom the program around the server knows. */
export interface User {
  /** Stands in the ledger beside what this person says and decides. */
  readonly name: string;
  /** Without it, all. */
  readonly may?: 'all' | 'read';
}

/**
 * Who sends a request, of which it is given the address, the method and the headers; undefined where it does not know. What it throws lets
 * nobody in.
 */
export type Authenticate = (request: Request) => User | undefined | Promise<User | undefined>;

interface Asking {
  readonly authenticate: Authenticate | undefined;
  readonly streams: { readonly keepAliveMs: number };
  readonly onError: (error: unknown) => void;
}

/**
 * Whom the program around the server knows by this request. It is asked again as often as a stream says that it is there: an answer that
 * is still being given ends when it does not know them any more.
 */
export async function knownUser(c: HttpContext, { authenticate, streams, onError }: Asking): Promise<User | undefined> {
  if (authenticate === undefined) return undefined;
  const request = requestOf(c);
  const { outgoing } = c.env;
  const user = checkedUser(await authenticate(request));
  if (user === undefined) return undefined;
  const askAgain = async (): Promise<void> => {
    const still = checkedUser(await authenticate(request));
    if (still?.name !== user.name) outgoing.destroy();
  };
  const asking = setInterval(() => {
    askAgain().catch((error: unknown) => {
      outgoing.destroy();
      onError(error);
    });
  }, streams.keepAliveMs).unref();
  outgoing.once('close', () => clearInterval(asking));
  return user;
}

/** Without its body, which is the server's to read. */
function requestOf({ req }: HttpContext): Request {
  // No `Request` can have this one.
  const method = req.method === 'TRACE' ? 'GET' : req.method;
  return new Request(req.url, { method, headers: req.raw.headers });
}

/** A name that cannot stand in the ledger is a fault of the program. */
function checkedUser(user: User | undefined): User | undefined {
  if (user === undefined) return undefined;
  if (typeof user.name === 'string' && user.name !== '' && user.name.length <= LONGEST_NAME) return user;
  throw new Error(`authenticate gave a user without a name of 1 to ${LONGEST_NAME} letters.`);
}

const LONGEST_NAME = 200;
