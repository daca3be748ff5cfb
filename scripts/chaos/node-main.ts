/**
 * A node in a process of its own: `node node-main.ts OPTIONS`, which are JSON. Prints its port. Its model does what it is told: `run COMMAND` in a shell, after
 * approval; `note WORDS` in the file `notes` of the workspace, and nothing more than once.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  endStraysOfEarlierLives,
  hasWork,
  policyByTool,
  recoverRun,
  runAgent,
  shellTool,
  textValue,
} from '@toolthread/agent';
import type { Tool } from '@toolthread/agent';
import { fieldsOf, textOf } from '@toolthread/core/json';
import { scriptedModel } from '@toolthread/providers/scripted';
import { announcing, createHub, createRunner, createServer } from '@toolthread/server';
import { openPostgresLedger } from '@toolthread/store';
import type { NodeProgram } from './start-node.ts';

const given: NodeProgram = JSON.parse(process.argv[2] ?? '{}');
const { url, token, name, workspace, isShared, limits = {} } = given;
mkdirSync(workspace, { recursive: true });

const note: Tool = {
  name: 'note',
  description: 'Notes words.',
  parameters: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
  safe: false,
  retry: undefined,
  keeps: 'head',
  accept: async (asked) => ({
    kind: 'run',
    grant: undefined,
    needsApproval: async () => undefined,
    execute: async () => {
      appendFileSync(join(workspace, 'notes'), `${textOf(fieldsOf(asked)['words']) ?? ''}\n`);
      await new Promise((done) => setTimeout(done, given.noteMs ?? 0));
      return textValue('noted');
    },
  }),
};

const model = scriptedModel(
  ({ prompt, turn }) => {
    const [, verb, words = ''] = /^(run|note) ([^]*)$/.exec(prompt) ?? [];
    if (turn > 0 || verb === undefined) return [{ type: 'text', text: `Heard: ${prompt}.` }];
    return [
      verb === 'run'
        ? { type: 'call', name: 'run_shell_command', arguments: { command: words, timeout_seconds: 3600 } }
        : { type: 'call', name: 'note', arguments: { words } },
    ];
  },
  { speed: Infinity },
);

const opened = await openPostgresLedger({ url });
if (!opened.ok) throw new Error(opened.error.message);
await endStraysOfEarlierLives();
const hub = createHub();
const ledger = announcing(opened.value, hub);
const tools = [note, shellTool({ sandbox: 'off' })];
const policy = policyByTool({ note: 'allow' }, 'ask');
const runner = createRunner({
  ledger,
  agent: {
    hasWork,
    recover: recoverRun,
    tools: () => tools,
    run: (input) => runAgent({ ...input, model, tools, policy, workspace }),
  },
  ...(given.runs === undefined ? {} : { runs: given.runs }),
  node: {
    name,
    limits,
    hasSharedFiles: () => isShared,
    beforeTakeOver: endStraysOfEarlierLives,
    onReplaced: (words) => {
      console.error(words);
      process.exit(1);
    },
  },
  onError: (error, thread) => console.error(name, thread, error instanceof Error ? error.message : error),
});
const server = createServer({ ledger, hub, runner, token, onError: (error) => console.error(name, error) });
const listening = await server.listen({ host: '127.0.0.1', port: given.port ?? 0 });
if (!listening.ok) throw new Error(listening.message);
await runner.recover();
console.log(listening.port);
process.on('SIGTERM', () => {
  void (async () => {
    await server.close();
    await runner.close();
    await ledger.close();
    process.exit(0);
  })();
});
