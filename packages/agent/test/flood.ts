/**
 * What commands that print without end cost the server that runs them, in a process of its own: `node flood.ts sandbox|open WORKSPACE COMMAND…`
 * prints for each by how many bytes the most that was ever resident had grown since the first command, and how the call ended.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { scriptedModel } from '@toolthread/providers/scripted';
import { runAgent, shellTool } from '../src/index.ts';
import { MemoryBlobs } from './memory-blobs.ts';
import { MemoryLedger } from './memory-ledger.ts';

const [how, workspace = '', ...commands] = process.argv.slice(2);

/** The most that was ever resident since it was last forgotten. */
function peak(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}

async function run(line: string): Promise<string> {
  const ledger = MemoryLedger.withPrompt('go');
  await runAgent({
    thread: ledger.state,
    append: ledger.append(),
    model: scriptedModel(
      [[{ type: 'call', name: 'run_shell_command', arguments: { command: line } }], [{ type: 'text', text: 'done' }]],
      { speed: Infinity },
    ),
    tools: [shellTool({ sandbox: how === 'sandbox' ? 'bubblewrap' : 'off' })],
    policy: { decide: () => 'allow', trusts: true },
    signal: new AbortController().signal,
    workspace,
    blobs: new MemoryBlobs(),
    secrets: ['a secret of some length'],
  });
  return ledger.of('agent.tool.completed')[0]?.error?.code ?? 'done';
}

// What the first command costs in any case is not counted.
await run('echo ready');
const before = peak();
const costs: { readonly grown: number; readonly end: string }[] = [];
for (const command of commands) {
  // What the one before has left is no cost of this one. Then the kernel forgets the peak.
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', '5');
  const end = await run(command);
  costs.push({ grown: peak() - before, end });
}
console.log(JSON.stringify(costs));
