import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** A way to a database that can be cut. */
export interface Way {
  readonly url: string;
  /** Nothing passes any more, and nobody is told: as if a cable was pulled. */
  readonly cut: () => void;
  /** What is sent from now on passes again, by new connections. */
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

/** `await wayTo(postgres.url)`: to a server that is reached by a socket of this machine. */
export async function wayTo(url: string): Promise<Way> {
  const target = new URL(url);
  const folder = target.searchParams.get('host') ?? '';
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(`${folder}/.s.PGSQL.5432`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => void (isCut || to.write(bytes)));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!isCut) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  target.searchParams.delete('host');
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return {
    url: target.href,
    cut: () => (isCut = true),
    mend: () => {
      isCut = false;
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
