import { contractReader } from '@toolthread/core/contract';
import type { Case } from '../../case.ts';
import { tenfold } from '../../compare.ts';

/** The events and messages of a foreign back end, one at a time: what came before must not make the next one dearer. */
export const contractGrowth: Case = {
  name: 'contract-growth',
  unit: 'ms for 1,000 runs over 100',
  target: { at: 'most', ratio: 15 },
  run: () => tenfold(readRuns),
};

/** Runs that are not over, all after one question, each with a stored message that is told again. */
function readRuns(count: number): void {
  const reader = contractReader();
  let drafts = reader.push({ id: 'u1', role: 'user', content: 'Go on.' }).length;
  for (let index = 0; index < count; index += 1) {
    const execution_id = `e${index}`;
    drafts += reader.push({ type: 'agent.stream.chunk', execution_id, payload: { content: `I do ${index}.` } }).length;
    const payload = { tool_name: 'search', tool_call_id: null, args_summary: `${index}` };
    drafts += reader.push({ type: 'agent.tool.started', execution_id, payload }).length;
    drafts += reader.push({ id: `m${index}`, role: 'assistant', content: `It did ${index}.` }).length;
  }
  if (drafts < count * 4) throw new Error(`${count} runs gave ${drafts} drafts.`);
}
