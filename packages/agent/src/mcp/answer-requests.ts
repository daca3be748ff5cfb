import { ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Take } from './take-messages.ts';

/** The most answers on their way at once: a server that does not read them gets no more. */
const MOST_UNDER_WAY = 1000;

/**
 * Answers the requests of a server, except forms that a person may fill in. The SDK's client would make a promise, a signal and a validation for each request,
 * which is kilobytes of garbage: a flood of pings used 300 MB of memory. `noForm` says why no form is accepted now.
 */
export function answerRequests(transport: Transport, noForm: () => string | undefined): Take {
  let underWay = 0;
  let sent: Promise<void> = Promise.resolve();
  const send = async (before: Promise<void>, answer: JSONRPCMessage): Promise<void> => {
    await before;
    // If the server does not get the answer, it is gone, and the next call says so.
    await transport.send(answer).catch(() => undefined);
    underWay -= 1;
  };
  return (message) => {
    if (!('method' in message) || !('id' in message)) return false;
    const answer = answerTo(message, noForm);
    if (answer === undefined) return false;
    if (underWay >= MOST_UNDER_WAY) return true;
    underWay += 1;
    sent = send(sent, answer);
    return true;
  };
}

type Request = Extract<JSONRPCMessage, { id: unknown; method: string }>;

/** Undefined: the SDK's client answers. */
function answerTo({ id, method }: Request, noForm: () => string | undefined): JSONRPCMessage | undefined {
  if (method === 'ping') return { jsonrpc: '2.0', id, result: {} };
  if (method !== 'elicitation/create') {
    return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' } };
  }
  const message = noForm();
  return message === undefined
    ? undefined
    : { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } };
}
