import type { ServerResponse } from 'node:http';
import { whenClosed } from '../http/when-closed.ts';
import type { Authenticate, User } from './authenticate.ts';
import { checkedUser } from './checked-user.ts';

/** Those whom the program around the server knows. */
export interface KnownUsers {
  /** Who sends this request; `too_many`: others are being asked about, and there is no room for one more. */
  find(request: Request, response: ServerResponse, address: string): Promise<Required<User> | 'too_many' | undefined>;
}

interface Asking {
  readonly keepAliveMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * This many requests may wait at once for the program to say who sends them. One address has at most as many places as it leaves free: half
 * of them alone, a third beside another one. Whoever fills places leaves some for those who come from elsewhere.
 */
const PLACES = 1000;

const ANSWER_MS = 10_000;

/**
 * The program is asked again as often as a stream says that it is there: an answer that is still being given ends when it knows its user
 * no more, as somebody else, with other rights, or does not say.
 *
 * `createKnownUsers(authenticate, { keepAliveMs: 15_000, onError })`
 */
export function createKnownUsers(authenticate: Authenticate, { keepAliveMs, onError }: Asking): KnownUsers {
  let free = PLACES;
  /** By address. */
  const taken = new Map<string, number>();
  const ask = async (request: Request): Promise<Required<User> | undefined> => checkedUser(await authenticate(request));

  function askAgain(user: Required<User>, request: Request, response: ServerResponse): void {
    const check = async (): Promise<void> => {
      try {
        const still = await inTime(ask(request));
        if (still?.name !== user.name || still.may !== user.may) response.destroy();
      } catch (error) {
        response.destroy();
        onError(error);
      }
      // After the answer: nobody is asked twice at once.
      if (!response.destroyed) timer.refresh();
    };
    const timer = setTimeout(() => void check(), keepAliveMs).unref();
    whenClosed(response, () => clearTimeout(timer));
  }

  return {
    async find(request, response, address) {
      const own = taken.get(address) ?? 0;
      if (own >= free) return 'too_many';
      free -= 1;
      taken.set(address, own + 1);
      try {
        const user = await inTime(ask(request));
        if (user !== undefined) askAgain(user, request, response);
        return user;
      } finally {
        free += 1;
        const left = (taken.get(address) ?? 1) - 1;
        if (left > 0) taken.set(address, left);
        else taken.delete(address);
      }
    },
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`authenticate did not answer within ${ANSWER_MS / 1000} seconds.`);
    timer = setTimeout(reject, ANSWER_MS, error);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
