import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress } from './is-loopback.ts';

/** Where a request comes from, and by which name it called the server. */
export interface Caller {
  /** Where wrong tokens are counted: an IPv4 address, the network of an IPv6 one, or `loopback` for all of this machine. */
  readonly address: string;
  readonly host: string;
  /** Undefined: nobody whom we trust has said. */
  readonly scheme: string | undefined;
}

/**
 * What the `X-Forwarded-…` headers say counts only where a proxy of ours is before the server: anybody can send them. Of
 * several values the last one was written by that proxy.
 */
export function callerOf({ headers, socket }: IncomingMessage, trustProxy: boolean): Caller {
  const said = (name: string): string | undefined => {
    const value = trustProxy ? headers[`x-forwarded-${name}`] : undefined;
    return value?.toString().split(',').at(-1)?.trim().toLowerCase();
  };
  const address = said('for');
  return {
    address: address === '' ? UNKNOWN : networkOf(address ?? socket.remoteAddress ?? ''),
    host: said('host') || headers.host?.toLowerCase() || '',
    scheme: said('proto') || undefined,
  };
}

/** The proxy does not say for whom: somebody elsewhere, not the proxy itself. */
const UNKNOWN = 'unknown';

/** No address is longer. What is none is kept as long as one, for each who sends it. */
const LONGEST = 40;

/** One machine has all of 127.0.0.0/8, and one line to the network usually all of an IPv6 /64: they count as one. */
export function networkOf(text: string): string {
  const address = text.replace(/^\[(.*)\](?::\d\d*)?$/, '$1').replace(/^::ffff:(?=[\d.][\d.]*$)/i, '');
  const plain = /^([\d.][\d.]*)(?::\d\d*)?$/.exec(address)?.[1];
  if (isLoopbackAddress(plain ?? address)) return 'loopback';
  if (plain !== undefined) return plain.slice(0, LONGEST);
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = (side: string): string[] => (side === '' ? [] : side.split(':'));
  const missing = Math.max(0, 8 - groups(head).length - groups(tail).length);
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)]
    .slice(0, 4)
    .join(':')
    .slice(0, LONGEST);
}
