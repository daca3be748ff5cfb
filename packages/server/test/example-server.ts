import { announcing, createHub, createRunner, createServer } from '@toolthread/server';
import { openLedger } from '@toolthread/store';
import { exampleLedger, valueOf } from './example-ledger.ts';
import { scriptedAgent } from './scripted-agent.ts';

interface ExampleServer {
  readonly endpoint: { readonly baseUrl: string; readonly token: string };
  /** The id of the thread of the examples. */
  readonly thread: string;
  readonly close: () => Promise<void>;
}

/** A server on this machine, for an example: a ledger with one thread, and an agent without a model. */
export async function exampleServer(): Promise<ExampleServer> {
  const hub = createHub();
  const ledger = announcing(valueOf(await openLedger({ file: await exampleLedger() })), hub);
  const runner = createRunner({ ledger, agent: scriptedAgent });
  const token = 'example-token-0123456789';
  const server = createServer({ ledger, hub, runner, token });
  const listening = await server.listen({ host: '127.0.0.1', port: 0 });
  if (!listening.ok) throw new Error(listening.message);
  const [thread] = valueOf(await ledger.listThreads({ limit: 1 }));
  return {
    endpoint: { baseUrl: listening.url, token },
    thread: thread?.id ?? '',
    close: async () => {
      await server.close();
      await runner.close();
      await ledger.close();
    },
  };
}
