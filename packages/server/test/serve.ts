/** A server in a process of its own, with the scripted agent: `node serve.ts FOLDER PORT TOKEN`. Prints its port. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { announcing, createHub, createRunner, createServer } from '@toolthread/server';
import { openLedger } from '@toolthread/store';
import { scriptedAgent } from './scripted-agent.ts';

const [folder = '', port = '0', token = ''] = process.argv.slice(2);
const workspace = join(folder, 'workspace');
mkdirSync(workspace, { recursive: true });
const opened = await openLedger({ file: join(folder, 'ledger.db') });
if (!opened.ok) throw new Error(opened.error.message);
const hub = createHub();
const ledger = announcing(opened.value, hub);
const runner = createRunner({ ledger, agent: scriptedAgent });
const server = createServer({ ledger, hub, runner, token, workspaceOf: () => workspace });
const listening = await server.listen({ host: '127.0.0.1', port: Number(port) });
if (!listening.ok) throw new Error(listening.message);
console.log(listening.port);
await runner.recover();
