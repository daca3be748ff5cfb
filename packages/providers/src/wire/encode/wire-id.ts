import { digest } from './digest.ts';

export interface IdRule {
  /** Charset and length in one: `/^[A-Za-z0-9_-]{1,64}$/`. */
  readonly legal: RegExp;
  /** How a hashed id begins, and how many hexadecimal digits follow. */
  readonly prefix: string;
  readonly digits: number;
}

/**
 * An id that the provider takes: the call's own if it is legal, else a fixed hash of it. Calls and results use the same
 * function, so they still match. An id that looks like one of our hashes is hashed too, so that two ids never become one.
 *
 * `wireId('call/1', { legal: /^\w{1,64}$/, prefix: 'call_', digits: 24 })`
 */
export function wireId(id: string, rule: IdRule): string {
  return rule.legal.test(id) && !looksHashed(id, rule) ? id : `${rule.prefix}${digest(id, rule.digits)}`;
}

function looksHashed(id: string, { prefix, digits }: IdRule): boolean {
  return id.length === prefix.length + digits && id.startsWith(prefix) && /^[0-9a-f]*$/.test(id.slice(prefix.length));
}
