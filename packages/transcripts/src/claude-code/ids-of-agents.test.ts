import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../../test/claude-code-records.ts';
import { outline } from '../../test/outline.ts';
import { readSession } from '../index.ts';

/** The file of an agent that makes one call and answers. All of them use the same ids of responses and of calls. */
function agentFile(make: ClaudeCodeRecords, agent: string): string {
  const own = { isSidechain: true, agentId: agent };
  const say = (id: string, block: object): string =>
    make.record('assistant', { ...own, message: { id, role: 'assistant', model: 'm', content: [block] } });
  return [
    make.user(`Ask ${agent}.`, { ...own, parentUuid: null }),
    say('m1', toolUse('c1')),
    make.result('c1', `found by ${agent}`, own),
    say('m2', text(`Said by ${agent}.`)),
  ].join('\n');
}

it('[issue 11] [L1] an agent has its own ids: what it says and does stands under its own call', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-agents-'));
  const make = new ClaudeCodeRecords();
  const agents = ['a1', 'a2'];
  const lines = [
    make.user('Ask both.', { parentUuid: null }),
    ...agents.flatMap((agent) => [
      make.assistant('m1', toolUse(`t-${agent}`, 'Task', { prompt: `Ask ${agent}.`, description: agent })),
      make.result(`t-${agent}`, 'ok', { toolUseResult: { status: 'completed', agentId: agent } }),
    ]),
    make.assistant('m2', text('Both said so.')),
  ];
  mkdirSync(join(folder, 's', 'subagents'), { recursive: true });
  writeFileSync(join(folder, 's.jsonl'), lines.join('\n'));
  for (const agent of agents)
    writeFileSync(join(folder, 's', 'subagents', `agent-${agent}.jsonl`), agentFile(make, agent));
  const whole = await readSession(join(folder, 's.jsonl'));
  rmSync(folder, { recursive: true });
  if (!whole.ok) throw new Error(whole.reason);
  expect(whole.state.anomalies.count).toBe(0);
  const under = (agent: string): readonly string[] => [
    '> Task done: ok',
    `  [${agent}]`,
    `  @agent: Ask ${agent}.`,
    `  > Bash done: found by ${agent}`,
    `  = Said by ${agent}.`,
  ];
  expect(outline(whole)).toEqual(['@human: Ask both.', ...under('a1'), ...under('a2'), '= Both said so.']);
});
