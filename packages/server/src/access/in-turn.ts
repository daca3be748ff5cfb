import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** No client in use sends the next request before it has the answer to the last. */
const WAITING = 8;

/**
 * One answer at a time on each connection: for a request whose answer could not be written yet nothing is asked, read or made. Of these a
 * few may wait; who sends more loses the connection.
 *
 * `createHttpServer(inTurn(answer))`
 */
export function inTurn(answer: Answer): Answer {
  const waiting = new WeakMap<Socket, number>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    // Node gives an answer its connection when those before it are over.
    const isLater = outgoing.socket === null && !outgoing.writableEnded && !outgoing.destroyed;
    if (!isLater) {
      answer(incoming, outgoing);
      return;
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > WAITING) {
      socket.destroy();
      return;
    }
    outgoing.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // The program around the server may have answered by itself.
      if (!outgoing.writableEnded) answer(incoming, outgoing);
    });
  };
}
