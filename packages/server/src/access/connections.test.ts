import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createConnections } from './connections.ts';
import { headerLimits } from './header-limits.ts';

const [owner, reader] = ['owner', 'reader'];
const sockets = (count: number): Socket[] => Array.from({ length: count }, () => new Socket());
const open = (some: readonly Socket[]): number => some.filter(({ destroyed }) => !destroyed).length;

test('[A2 11] strangers and those with a token have rooms of their own, and neither takes the other’s', () => {
  const connections = createConnections(80);
  const [own, readers, strangers] = [sockets(5), sockets(100), sockets(100)];
  for (const socket of [...own, ...readers]) connections.meet(socket);
  for (const socket of own) if (!socket.destroyed) connections.recognise(socket, owner);
  expect(open(readers)).toBeLessThanOrEqual(10);
  const known = sockets(5);
  for (const socket of known) {
    connections.meet(socket);
    connections.recognise(socket, owner);
  }
  for (const socket of strangers) connections.meet(socket);
  expect([open(known), open(strangers)]).toEqual([5, 10]);
});

test('[A2 11] a token that may only read loses its own connections, and the owner none', () => {
  const connections = createConnections(80);
  const [own, readers] = [sockets(5), sockets(100)];
  const enter = (some: readonly Socket[], token: typeof owner): void => {
    for (const socket of some) {
      connections.meet(socket);
      connections.recognise(socket, token);
      // Each further request on it.
      connections.recognise(socket, token);
    }
  };
  enter(own, owner);
  enter(readers, reader);
  const late = sockets(5);
  enter(late, owner);
  expect([open(own), open(readers), open(late)]).toEqual([5, 30, 5]);
  expect(readers.slice(-30).every(({ destroyed }) => !destroyed)).toBe(true);
});

test('[A2 11] whoever leaves makes room', async () => {
  const connections = createConnections(80);
  for (let round = 0; round < 20; round += 1) {
    const some = sockets(10);
    for (const socket of some) connections.meet(socket);
    expect(open(some)).toBe(10);
    for (const socket of some) socket.destroy();
    await Promise.all(some.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }
});

test.each([100, 999, 10_000, 600_000])(
  '[A9 9] who says nothing is gone within %i ms: the look that finds it counts',
  (ms) => {
    const { headersTimeout, connectionsCheckingInterval } = headerLimits(ms);
    expect(headersTimeout + connectionsCheckingInterval).toBeLessThan(ms);
    expect(Math.min(headersTimeout, connectionsCheckingInterval)).toBeGreaterThan(0);
  },
);
