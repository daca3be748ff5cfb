import { serveAgent } from '@toolthread/server';
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
  const token = 'example-token-0123456789';
  const served = await serveAgent({ agent: scriptedAgent, file: await exampleLedger(), token });
  if (!served.ok) throw new Error(served.message);
  const [thread] = valueOf(await served.ledger.listThreads({ limit: 1 }));
  return { endpoint: { baseUrl: served.url ?? '', token }, thread: thread?.id ?? '', close: served.close };
}
