import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { People, SignIn } from '@toolthread/store';
import { readPasses } from '../browser-pass.ts';
import { type Caller, networkOf } from '../caller.ts';
import { checkedUser } from '../checked-user.ts';
import { isLinkSecret } from './is-link-secret.ts';
import { sha256 } from '../token-row.ts';
import type { StillAllowed } from './watched-answers.ts';
import type { Who } from '../who.ts';

/** Somebody who is no token: a person, or whoever has a link. */
interface Known {
  readonly who: Who;
  readonly name: string;
  readonly may: 'all' | 'read';
  /** By which they are signed in here. */
  readonly signIn?: SignIn;
  readonly still: StillAllowed;
}

/** A proxy that says who somebody is, in this header; from these addresses, and from this machine where there are none. */
export interface ProxyUsers {
  readonly header: string;
  readonly from?: readonly string[];
}

export interface KnownPeople {
  /** Undefined: nobody is known by this request. */
  find(incoming: IncomingMessage, caller: Caller): Promise<Known | undefined>;
}

interface Ways {
  readonly people: People;
  /** Whether people sign in here. */
  readonly accounts: boolean;
  readonly proxy: ProxyUsers | undefined;
  readonly now: () => number;
}

/** `createKnownPeople({ people, accounts: true, proxy: undefined, now: Date.now })` */
export function createKnownPeople({ people, accounts, proxy, now }: Ways): KnownPeople {
  async function byLink(incoming: IncomingMessage): Promise<(Known & { readonly thread: string }) | undefined> {
    const [, secret = ''] = /^Bearer +(\S+) *$/i.exec(incoming.headers.authorization ?? '') ?? [];
    if (!isLinkSecret(secret)) return undefined;
    const digest = sha256(secret);
    const link = await people.links.find(digest);
    if (!link.ok || link.value === undefined) return undefined;
    const still: StillAllowed = async () => {
      const found = await people.links.find(digest);
      return found.ok ? found.value !== undefined : 'unknown';
    };
    const { thread } = link.value;
    return { who: { opens: 'one', thread }, name: 'a visitor', may: 'read', still, thread };
  }

  async function bySignIn(incoming: IncomingMessage, caller: Caller): Promise<Known | undefined> {
    for (const { cookie, pageSecret } of readPasses(incoming, caller)) {
      const digest = sha256(cookie);
      const found = await people.signIns.find(digest);
      if (!found.ok || found.value === undefined) continue;
      const signIn = found.value;
      // Neither half opens anything alone.
      if (!isSame(sha256(pageSecret), signIn.secret) || signIn.until <= now()) continue;
      const still: StillAllowed = async () => {
        const again = await people.signIns.find(digest);
        return again.ok ? again.value !== undefined && again.value.until > now() : 'unknown';
      };
      return { who: { opens: 'own', person: signIn.person }, name: signIn.person, may: 'all', signIn, still };
    }
    return undefined;
  }

  async function byAccount(incoming: IncomingMessage, caller: Caller): Promise<Known | undefined> {
    const name = proxy === undefined ? undefined : nameFrom(incoming, proxy);
    if (name !== undefined) return { who: { opens: 'own', person: name }, name, may: 'all', still: async () => true };
    return accounts ? bySignIn(incoming, caller) : undefined;
  }

  return {
    async find(incoming, caller) {
      const [visitor, person] = [await byLink(incoming), await byAccount(incoming, caller)];
      if (visitor === undefined || person === undefined) return visitor ?? person;
      // Who may see the thread by an account of their own stays who they are.
      const role = await people.roles.of(visitor.thread, person.name);
      return role.ok && role.value !== undefined ? person : visitor;
    },
  };
}

/** The header counts only where the proxy itself has sent it: anybody can write one. */
function nameFrom({ headers, socket }: IncomingMessage, { header, from = [] }: ProxyUsers): string | undefined {
  const given = headers[header.toLowerCase()];
  // Twice the same header is joined by commas, and one of them may be a stranger's.
  if (typeof given !== 'string' || given.includes(',')) return undefined;
  const peer = socket.remoteAddress === undefined ? '' : networkOf(socket.remoteAddress);
  const trusted = from.length === 0 ? ['loopback'] : from.map(networkOf);
  if (!trusted.includes(peer)) return undefined;
  const name = Buffer.from(given, 'latin1').toString('utf8').trim();
  try {
    return checkedUser({ name })?.name;
  } catch {
    // No fit name lets nobody in.
    return undefined;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
