import { ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Take } from './take-messages.ts';

/** More answers are not under way at once: a server that does not take them gets no others. */
const MOST_UNDER_WAY = 1000;

/**
 * What a server asks of us is answered here, but for forms that somebody may fill in. The client makes a promise, a signal and a check of each request, which leave
 * kilobytes to be cleared away: a flood of pings made 300 MB resident. `noForm` says why no form is taken now.
 */
export function answerRequests(transport: Transport, noForm: () => string | undefined): Take {
  let underWay = 0;
  let sent: Promise<void> = Promise.resolve();
  const send = async (before: Promise<void>, answer: JSONRPCMessage): Promise<void> => {
    await before;
    // Whoever does not hear it is gone, and the next call says so.
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

/** Undefined: the client answers. */
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
