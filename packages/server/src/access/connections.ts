import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { networkOf } from './caller.ts';
import { createConnectionLimit } from './connection-limit.ts';

/** Who is connected. A connection is a stranger's until a request on it has shown a token. */
export interface Connections {
  meet(socket: Socket): void;
  /** `who`: connections are counted by it. */
  recognise(socket: Socket, who: string): void;
}

/** More than wait to be accepted between two turns of the event loop: whoever has a token shows it before this many others have arrived. */
const STRANGERS = 1000;
const GUESTS = 8000;

/** Few enough that files and processes always find a descriptor. `createConnections()` */
export function createConnections(descriptors: number = descriptorLimit()): Connections {
  const strangers = createConnectionLimit(Math.min(STRANGERS, Math.floor(descriptors / 8)));
  const guests = createConnectionLimit(Math.min(GUESTS, Math.floor(descriptors / 2)));
  /** Those of a program that the server is mounted in are its own to count. */
  const met = new WeakSet<Socket>();
  return {
    meet(socket) {
      met.add(socket);
      socket.once('close', () => {
        strangers.remove(socket);
        guests.remove(socket);
      });
      strangers.add(socket, networkOf(socket.remoteAddress ?? ''));
    },
    recognise(socket, who) {
      if (!met.has(socket)) return;
      strangers.remove(socket);
      guests.add(socket, who);
    },
  };
}

/** What most systems give a process at least. */
const USUAL_DESCRIPTORS = 4096;

function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s\s*(\d\d*)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? USUAL_DESCRIPTORS);
  } catch {
    return USUAL_DESCRIPTORS;
  }
}
