import type { Socket } from 'node:net';

/** This many connections at once. Where there are more, whoever has the most of them loses the oldest: nobody can shut the others out. */
export interface ConnectionLimit {
  add(socket: Socket, holder: string): void;
  remove(socket: Socket): void;
}

/** `createConnectionLimit(1000).add(socket, '192.0.2.1')` */
export function createConnectionLimit(max: number): ConnectionLimit {
  const holders = new Map<Socket, string>();
  /** The connections of each, the oldest first. */
  const held = new Map<string, Set<Socket>>();

  function remove(socket: Socket): void {
    const holder = holders.get(socket);
    if (holder === undefined) return;
    holders.delete(socket);
    const sockets = held.get(holder);
    sockets?.delete(socket);
    if (sockets?.size === 0) held.delete(holder);
  }

  function oldestOfMost(): Socket | undefined {
    let most: Set<Socket> | undefined;
    for (const sockets of held.values()) if (sockets.size > (most?.size ?? 0)) most = sockets;
    return most?.values().next().value;
  }

  return {
    add(socket, holder) {
      if (holders.get(socket) === holder) return;
      remove(socket);
      holders.set(socket, holder);
      const sockets = held.get(holder) ?? new Set();
      held.set(holder, sockets.add(socket));
      const oldest = holders.size > max ? oldestOfMost() : undefined;
      if (oldest === undefined) return;
      remove(oldest);
      oldest.destroy();
    },
    remove,
  };
}
