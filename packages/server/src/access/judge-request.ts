/**
 * Who may speak to the server at all, before any token is looked at. A page of another site can make the browser send
 * requests here, and with a name that resolves to 127.0.0.1 it can even read the answers: hence Host and Origin.
 */
import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';
import { hostParts, isLoopback } from './is-loopback.ts';
import { type Problem, problem } from '../http/problem.ts';

export interface GuardOptions {
  /** Further hosts under which the server is reached, as the browser names them: `threads.example.com`, `box:4177`. */
  readonly hosts: ReadonlySet<string>;
  /** Sites whose pages may ask. */
  readonly origins: ReadonlySet<string>;
}

/** Undefined if the request may go on. */
export function judgeRequest(
  incoming: IncomingMessage,
  caller: Caller,
  { hosts, origins }: GuardOptions,
): Problem | undefined {
  const isKnown = (host: string): boolean => hosts.has(host) || isOwn(host, incoming.socket);
  // Both names: a page whose own name resolves to this machine can send any `X-Forwarded-Host`, but its `Host` is its own.
  // Of several `Host` headers a proxy may have read another than the first.
  const sent = incoming.headersDistinct['host'] ?? [''];
  const names = [...sent.map((host) => host.toLowerCase()), caller.host];
  // An address whose host is not that of the `Host` is still whole here.
  if (!names.every(isKnown) || /^https?:/i.test(incoming.url ?? '')) {
    return problem(
      403,
      'foreign_host',
      'This server does not answer under that host name. If it is yours, name it: hosts in code, --host-name on the command line.',
    );
  }
  const { origin } = incoming.headers;
  if (origin !== undefined && origins.has(origin)) return undefined;
  const schemes = caller.scheme === undefined ? ['http', 'https'] : [caller.scheme];
  if (origin !== undefined && !schemes.some((scheme) => origin === `${scheme}://${caller.host}`)) {
    return problem(403, 'foreign_origin', 'Requests from other sites are refused.');
  }
  const site = incoming.headers['sec-fetch-site'];
  const foreign = site === 'cross-site' || site === 'same-site';
  if (foreign && !isVisit(incoming)) return problem(403, 'foreign_origin', 'Requests from other sites are refused.');
  return undefined;
}

/**
 * A name of this machine, or the very address that was called: a site can make a name mean us, but not an address. A request that came by
 * `fetch` has no port of its own: the program that received it has.
 */
function isOwn(host: string, { localAddress = '', localPort }: IncomingMessage['socket']): boolean {
  const { name, port } = hostParts(host);
  const address = localAddress.toLowerCase().replace(/^::ffff:(?=[\d.][\d.]*$)/, '');
  const own = address.includes(':') ? `[${address}]` : address;
  return (isLoopback(name) || (own !== '' && name === own)) && (localPort === undefined || port === String(localPort));
}

/** A link on another site may open the page: it holds no data. */
function isVisit({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && !url.startsWith('/api/');
}
