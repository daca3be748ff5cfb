import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { People, Result, SignIn } from '@toolthread/store';
import { bearerOf } from '../tokens/bearer-of.ts';
import { readPasses } from '../browser-pass.ts';
import { type Caller, networkOf } from '../caller.ts';
import { isProxyName } from './is-proxy-name.ts';
import { isLinkSecret } from './is-link-secret.ts';
import { sha256 } from '../tokens/token-row.ts';
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

/** A proxy that says who somebody is, in this header; from these addresses, and from this machine if there are none. */
export interface ProxyUsers {
  readonly header: string;
  readonly from?: readonly string[];
}

export interface KnownPeople {
  /** Undefined: nobody is known by this request. Whoever cannot be looked up is not unknown: they are told why. */
  find(incoming: IncomingMessage, caller: Caller): Promise<Result<Known | undefined>>;
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
  async function byLink(incoming: IncomingMessage): Promise<Result<(Known & { readonly thread: string }) | undefined>> {
    const secret = bearerOf(incoming) ?? '';
    if (!isLinkSecret(secret)) return NOBODY;
    const digest = sha256(secret);
    const link = await people.links.find(digest);
    if (!link.ok) return link;
    if (link.value === undefined) return NOBODY;
    const still: StillAllowed = async () => {
      const again = await people.links.find(digest);
      return again.ok ? again.value !== undefined : 'unknown';
    };
    const { thread } = link.value;
    return found({ who: { opens: 'one', thread }, name: 'a visitor', may: 'read', still, thread });
  }

  async function bySignIn(incoming: IncomingMessage, caller: Caller): Promise<Result<Known | undefined>> {
    for (const { cookie, pageSecret } of readPasses(incoming, caller)) {
      const digest = sha256(cookie);
      const kept = await people.signIns.find(digest);
      if (!kept.ok) return kept;
      if (kept.value === undefined) continue;
      const signIn = kept.value;
      // Neither half opens anything alone.
      if (!isSame(sha256(pageSecret), signIn.secret) || signIn.until <= now()) continue;
      const still: StillAllowed = async () => {
        const again = await people.signIns.find(digest);
        return again.ok ? again.value !== undefined && again.value.until > now() : 'unknown';
      };
      return found({ who: { opens: 'own', person: signIn.person }, name: signIn.person, may: 'all', signIn, still });
    }
    return NOBODY;
  }

  async function byAccount(incoming: IncomingMessage, caller: Caller): Promise<Result<Known | undefined>> {
    const name = proxy === undefined ? undefined : nameFrom(incoming, proxy);
    if (name !== undefined)
      return found({ who: { opens: 'own', person: name }, name, may: 'all', still: async () => true });
    return accounts ? bySignIn(incoming, caller) : NOBODY;
  }

  return {
    async find(incoming, caller) {
      const [visitor, person] = [await byLink(incoming), await byAccount(incoming, caller)];
      if (!visitor.ok || !person.ok) return visitor.ok ? person : visitor;
      if (visitor.value === undefined || person.value === undefined) return found(visitor.value ?? person.value);
      // Who may see the thread by an account of their own stays who they are.
      const role = await people.roles.of(visitor.value.thread, person.value.name);
      if (!role.ok) return role;
      return role.value === undefined ? visitor : person;
    },
  };
}

function found<T>(value: T): Result<T> {
  return { ok: true, value };
}

const NOBODY = found(undefined);

/** The header counts only where the proxy itself has sent it: anybody can write one. */
function nameFrom({ headers, socket }: IncomingMessage, { header, from = [] }: ProxyUsers): string | undefined {
  const given = headers[header.toLowerCase()];
  if (typeof given !== 'string') return undefined;
  const peer = socket.remoteAddress === undefined ? '' : networkOf(socket.remoteAddress);
  const trusted = from.length === 0 ? ['loopback'] : from.map(networkOf);
  if (!trusted.includes(peer)) return undefined;
  const name = Buffer.from(given, 'latin1').toString('utf8').trim();
  // No fit name lets nobody in.
  return isProxyName(name) ? name : undefined;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
