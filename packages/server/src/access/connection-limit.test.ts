import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createConnectionLimit } from './connection-limit.ts';

test('[A2 11] whoever has the most loses the oldest; nobody else loses any', () => {
  const limit = createConnectionLimit(4);
  const [own, ...many] = Array.from({ length: 8 }, () => new Socket());
  if (own === undefined) throw new Error('there are eight');
  limit.add(own, 'owner');
  for (const socket of many) limit.add(socket, 'flood');
  expect(own.destroyed).toBe(false);
  expect(many.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true, false, false, false]);
});

test('[A2 11] there are never more than may be, in whatever order they come, go and change hands', () => {
  const step = fc.record({ socket: fc.nat(11), holder: fc.constantFrom('a', 'b', 'c'), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step), (max, steps) => {
      const limit = createConnectionLimit(max);
      const sockets = Array.from({ length: 12 }, () => new Socket());
      const inside = new Set<Socket>();
      let before = 0;
      for (const { socket: at, holder, leaves } of steps) {
        const socket = sockets[at];
        if (socket === undefined || socket.destroyed) continue;
        if (leaves) limit.remove(socket);
        else limit.add(socket, holder);
        if (leaves) inside.delete(socket);
        else inside.add(socket);
        const open = [...inside].filter((one) => !one.destroyed);
        expect(open.length).toBeLessThanOrEqual(max);
        // One for one: nobody is sent away while there is room.
        if (before < max) expect(open.length).toBeGreaterThanOrEqual(leaves ? before - 1 : before);
        before = open.length;
      }
    }),
  );
});
