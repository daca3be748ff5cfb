/** A server in a process of its own that says how long it held its event loop: `fork('measured-server.ts', [FILE])`. */
import { runAgent, recoverRun, hasWork, policyByTool } from '@toolthread/agent';
import { announcing, createHub, createRunner, createServer } from '@toolthread/server';
import { openLedger } from '@toolthread/store';
import { look } from '../runs/scripted-run.ts';
import { askedModel } from './asked-model.ts';
import { measureTurns } from './turn-time.ts';

const [file = '', token = ''] = process.argv.slice(2);
const opened = await openLedger({ file });
if (!opened.ok) throw new Error(opened.error.message);
const hub = createHub();
const ledger = announcing(opened.value, hub);
const policy = policyByTool({}, 'allow');
const secrets = ['sk-bench-Zk3vQ9xT1mB7nW5cR2yL8pD4', 'ghp_0123456789abcdefGHIJ'];
const runner = createRunner({
  ledger,
  agent: {
    hasWork,
    recover: recoverRun,
    run: (input) => runAgent({ ...input, model: askedModel(), tools: [look], policy, secrets }),
  },
});
const server = createServer({ ledger, hub, runner, token });
const listening = await server.listen({ host: '127.0.0.1', port: 0 });
if (!listening.ok) throw new Error(listening.message);
const turns = measureTurns();
process.on('message', (asked) => {
  if (asked === 'recover') void runner.recover();
  process.send?.({ ...turns.read(), memory: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());
process.send?.({ port: listening.port });
