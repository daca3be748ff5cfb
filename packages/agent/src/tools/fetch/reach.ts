/** Which URL may be fetched, and at which address. The address that was checked is the one that is connected to. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { thrownWords } from '@toolthread/core/text';
import { addressBytes, isPublic, plainBytes } from './is-public.ts';

export interface Reach {
  /** The addresses of a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** Addresses that may be reached although they are not public. */
  readonly alsoReaches: (address: string, port: number) => boolean;
}

export type Reached =
  | { readonly ok: true; readonly url: URL; readonly address: string }
  | { readonly ok: false; readonly problem: string };

export const publicReach: Reach = {
  resolve: async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address),
  alsoReaches: () => false,
};

const LONGEST_URL = 8192;

/** Asked for every URL, the first and each one it leads on to. */
export async function reach(given: string, base: URL | undefined, { resolve, alsoReaches }: Reach): Promise<Reached> {
  const url = urlOf(given, base);
  if (typeof url === 'string') return { ok: false, problem: url };
  const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const literal = addressBytes(name) !== undefined;
  let addresses: readonly string[];
  try {
    addresses = literal ? [name] : await resolve(name);
  } catch (error) {
    return { ok: false, problem: `${name} was not found (${thrownWords(error)}).` };
  }
  const [address] = addresses;
  if (address === undefined) return { ok: false, problem: `${name} has no address.` };
  // One private address among public ones is no accident.
  const closed = addresses.find((one) => !alsoReaches(one, port) && !isReachable(one, port));
  if (closed !== undefined) {
    return {
      ok: false,
      problem: `${name} is not on the public internet${literal ? '' : ` (${closed})`}, or its port is not for pages.`,
    };
  }
  return { ok: true, url, address };
}

/** The parsed URL, or what is wrong with it. */
function urlOf(given: string, base: URL | undefined): URL | string {
  if (given.length > LONGEST_URL) return 'The URL is too long.';
  // The parser would drop some of these in silence, and others would read the rest differently.
  if (/[\s\p{Cc}\\]/u.test(given)) return 'A URL cannot contain spaces, control characters or backslashes.';
  let url: URL;
  try {
    url = new URL(given, base);
  } catch {
    return `${JSON.stringify(given)} is not a URL.`;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https are fetched.';
  if (url.username !== '' || url.password !== '') return 'A URL with a name or password in it is not fetched.';
  if (base?.protocol === 'https:' && url.protocol === 'http:')
    return 'It redirects from https to http, which is not followed.';
  return url;
}

/** A page is at 80, 443 or a high port; below are mail, names and printers. */
function isReachable(address: string, port: number): boolean {
  const bytes = addressBytes(address);
  if (bytes === undefined || !isPublic(bytes)) return false;
  return (port === 80 || port === 443 || port >= 1024) && !isOwn(bytes);
}

/** This machine may have a public address, behind which it serves us. */
export function isOwn(
  bytes: Uint8Array,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): boolean {
  const own = Object.values(interfaces).flatMap((list) => list ?? []);
  return own.some(({ address }) => addressBytes(address)?.join() === plainBytes(bytes).join());
}
