import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** True: the message is taken, and the client does not see it. */
export type Take = (message: JSONRPCMessage) => boolean;

/** For a transport that is not connected yet: messages that one of `takes` takes do not reach the client. */
export function takeMessages(transport: Transport, takes: readonly Take[]): void {
  let pass: Transport['onmessage'];
  const seen: NonNullable<Transport['onmessage']> = (message, extra) => {
    if (!takes.some((take) => take(message))) pass?.(message, extra);
  };
  Object.defineProperty(transport, 'onmessage', {
    // The client keeps the handler that was set before, and calls it first.
    get: () => (pass === undefined ? undefined : seen),
    set: (next: Transport['onmessage']) => {
      pass = next;
    },
  });
}
