import type { Ending } from '../decode/decoder.ts';
import { shownAddress } from './shown-address.ts';

const HTML = /<(?:!doctype|html|head|body)\b/i;
const UNREACHED =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|TIMEDOUT)|UND_ERR_CONNECT_TIMEOUT|CERT_|.*_CERT)/;
const UNREACHED_WORDS = /^(?:connection error\.?|fetch failed)$/i;
const BROKEN_WORDS = /^(?:terminated|premature close|other side closed|aborted)\.?$/i;

/**
 * `inWords(ending, 'http://127.0.0.1:11434/v1')`: what a client says of its connection, or of the HTML of a proxy, as a person can use it: which
 * address, and what happened.
 */
export function inWords(ending: Ending, address: string): Ending {
  const { error } = ending;
  const words = error === undefined ? undefined : wordsFor(error.message, error.code, shownAddress(address));
  return error === undefined || words === undefined ? ending : { ...ending, error: { ...error, message: words } };
}

function wordsFor(message: string, code: string | undefined, address: string): string | undefined {
  if (HTML.test(message)) {
    const status = /^\d{3}\b/.exec(message)?.[0] ?? code;
    return `${address} answered with a page of HTML${status === undefined ? '' : ` (${status})`}: is it the address of a model?`;
  }
  if (code !== undefined && UNREACHED.test(code)) return `${address} cannot be reached (${code}).`;
  if (UNREACHED_WORDS.test(message)) return `${address} cannot be reached.`;
  return BROKEN_WORDS.test(message) ? `The connection to ${address} broke off in the middle of the answer.` : undefined;
}
