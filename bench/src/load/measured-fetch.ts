/** A run that fetches a page, in a process of its own: says how much the page made resident. `fork('measured-fetch.ts', ['http://127.0.0.1:8080'])` */
import { fetchTool } from '@toolthread/agent';
import { emptyThread } from '@toolthread/core';
import type { Model, ModelEvent } from '@toolthread/core/context';
import { runFrom, withPrompt } from '../runs/scripted-run.ts';
import { grownMemory } from './grown-memory.ts';

const [url = ''] = process.argv.slice(2);
const fetching = fetchTool({ alsoReaches: () => true });
// What the first calls cost in any case is not counted.
for (let n = 0; n < 3; n += 1) await call('/short');
const grown = await grownMemory('self', () => call('/long'));
process.send?.(grown, () => process.exit());

async function call(path: string): Promise<void> {
  await runFrom(withPrompt(emptyThread('t')), fetchingModel(`${url}${path}`), undefined, [fetching]);
}

function fetchingModel(page: string): Model {
  let made = 0;
  const fetched = { type: 'call', part: 0, name: 'fetch_url', arguments: JSON.stringify({ url: page }) } as const;
  return {
    provider: 'bench',
    api: 'bench',
    model: 'bench',
    async *stream(): AsyncIterable<ModelEvent> {
      // Before the end, after which nobody asks for more.
      made += 1;
      if (made === 1) yield { ...fetched, runs: 'here' };
      yield { type: 'end', reason: made === 1 ? 'tool_calls' : 'stop' };
    },
  };
}
