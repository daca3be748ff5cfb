/**
 * A server in a process of its own, with the agent itself: `node serve-and-die.ts FOLDER TOKEN`. Prints its port. The tool `hold` works
 * until there is a file `go` in the folder. While there is a file `die`, the process kills itself when a run has completed, as hard as
 * it can: after the status is durable and before anything else happens. With words in the file, somebody says them just before.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool, hasWork, policyByTool, recoverRun, runAgent, textValue } from '@toolthread/agent';
import { type Agent, announcing, createHub, createRunner, createServer } from '@toolthread/server';
import { openLedger } from '@toolthread/store';
import { z } from 'zod';
import { obedientModel } from './obedient-model.ts';

const [folder = '', token = ''] = process.argv.slice(2);
const hold = defineTool({
  name: 'hold',
  description: 'Takes its time.',
  input: z.object({}),
  execute: async () => {
    while (!existsSync(join(folder, 'go'))) await sleep(5);
    return textValue('held');
  },
});
const model = obedientModel('hold');
const opened = await openLedger({ file: join(folder, 'ledger.db') });
if (!opened.ok) throw new Error(opened.error.message);
const hub = createHub();
const ledger = announcing(opened.value, hub);

const agent: Agent = {
  hasWork,
  recover: recoverRun,
  run: (input) => {
    const append: typeof input.append = async (drafts) => {
      const ends = drafts.some((draft) => draft.type === 'agent.status' && draft.status === 'completed');
      const dies = ends && existsSync(join(folder, 'die'));
      const text = dies ? readFileSync(join(folder, 'die'), 'utf8') : '';
      if (text !== '') {
        const parts = [{ type: 'text', text } as const];
        await ledger.append(input.thread.id, [{ type: 'message.posted', author: '@human', parts, delivery: 'now' }]);
      }
      const events = await input.append(drafts);
      if (dies) process.kill(process.pid, 'SIGKILL');
      return events;
    };
    return runAgent({ ...input, append, model, tools: [hold], policy: policyByTool({}, 'allow') });
  },
};
const runner = createRunner({ ledger, agent });
const server = createServer({ ledger, hub, runner, token });
const listening = await server.listen({ host: '127.0.0.1', port: 0 });
if (!listening.ok) throw new Error(listening.message);
console.log(listening.port);
await runner.recover();
