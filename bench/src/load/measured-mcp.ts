/** A run that calls a tool of an MCP server, in a process of its own: says how much its notices of progress, or its pings, made resident, and the longest turn. */
import { fileURLToPath } from 'node:url';
import { connectMcp } from '@toolthread/agent/mcp';
import { emptyThread } from '@toolthread/core';
import type { Model, ModelEvent } from '@toolthread/core/context';
import { runFrom, withPrompt } from '../runs/scripted-run.ts';
import { grownMemory } from './grown-memory.ts';
import { measureTurns } from './turn-time.ts';

const [notices = '0', kind = ''] = process.argv.slice(2);
const server = fileURLToPath(new URL('noticing-mcp.ts', import.meta.url));
const transport = { kind: 'stdio', command: process.execPath, args: [server] } as const;
const connected = await connectMcp({ name: 'noticing', transport });
if (!connected.ok) throw new Error(connected.problem);
const turns = measureTurns();
// What the first calls cost in any case is not counted.
for (let n = 0; n < 3; n += 1) await call(1000);
turns.read();
const grown = await grownMemory('self', () => call(Number(notices)));
const report = { grown, longest: turns.read().longest };
await connected.close();
// What counts the turns would keep it.
process.send?.(report, () => process.exit());

async function call(told: number): Promise<void> {
  await runFrom(withPrompt(emptyThread('t')), callingModel(told), undefined, connected.ok ? connected.tools : []);
}

function callingModel(told: number): Model {
  let made = 0;
  const work = {
    type: 'call',
    part: 0,
    name: 'noticing__work',
    arguments: JSON.stringify({ notices: told, kind }),
  } as const;
  return {
    provider: 'bench',
    api: 'bench',
    model: 'bench',
    async *stream(): AsyncIterable<ModelEvent> {
      // Before the end, after which nobody asks for more.
      made += 1;
      if (made === 1) yield { ...work, runs: 'here' };
      yield { type: 'end', reason: made === 1 ? 'tool_calls' : 'stop' };
    },
  };
}
