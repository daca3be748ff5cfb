import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection on which the test says every byte itself. */
export interface RawClient {
  readonly socket: Socket;
  isOpen(): boolean;
  heard(): string;
}

export function rawClient(port: number): RawClient {
  const socket = connect(port, '127.0.0.1');
  let isOpen = true;
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => undefined);
  socket.on('close', () => (isOpen = false));
  onTestFinished(() => void socket.destroy());
  return { socket, isOpen: () => isOpen, heard: () => heard };
}
