import type { Listening, Server } from '@toolthread/server';
import { systemTrouble } from '../system-trouble.ts';
import type { ServeOptions } from './options/serve-options.ts';

const USUAL_PORT = 4780;

/** If no port was asked for: the usual one, or any that is free. */
export async function listen(server: Server, { host, port }: ServeOptions): Promise<Listening> {
  if (port !== undefined) return server.listen({ host, port });
  const usual = await server.listen({ host, port: USUAL_PORT });
  return usual.ok ? usual : server.listen({ host, port: 0 });
}

export function listenWords(
  { message, cause }: Extract<Listening, { ok: false }>,
  { host, port = USUAL_PORT }: ServeOptions,
): [what: string, whatToDo: string] {
  if (cause === undefined) return [message, 'Give another address with --host, or a port with --port.'];
  const { what, whatToDo } = systemTrouble(`Port ${port} of ${host} cannot be used`, cause);
  return [what, whatToDo];
}
