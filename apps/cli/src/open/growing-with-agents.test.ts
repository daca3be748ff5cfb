import { appendFileSync } from 'node:fs';
import { timeline } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { expect, onTestFinished, test } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder } from '../../test/run-cli.ts';
import { GrowingWithAgents } from './growing-with-agents.ts';

/** What a subagent's own file has of a call of it. */
function ofAgent(call: string, result: string): string {
  const session = new ClaudeSession('/home/me/parser', `agent-${call}`).calls(call, 'Bash', {}).result(call, result);
  return session.text.replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1"');
}

test('[issue 11] a run of a subagent stands below its call while both go on, and no call is lost', async () => {
  const home = folder();
  const path = new ClaudeSession().user('one').calls('c1', 'Task', { prompt: 'go' }).write(home, 's-1.jsonl');
  const file = new GrowingWithAgents(path, 'unknown');
  onTestFinished(() => file.close());
  const drawn = (): string => renderText(timeline(file.thread), { form: 'expanded' });
  const readOn = async (): Promise<void> => {
    while (!(await file.read())) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  expect([await file.read(), await file.read()]).toEqual([true, false]);
  const beside = new ClaudeSession().raw(ofAgent('x1', 'first').trim());
  const own = beside.write(home, 's-1', 'subagents', 'agent-a1.jsonl');
  new ClaudeSession().raw('{"toolUseId":"c1"}').write(home, 's-1', 'subagents', 'agent-a1.meta.json');
  await readOn();
  expect(drawn()).toMatch(/Task\(prompt=go\) ⏳\n +↳ a1\n.*\n +Bash\(\) → first/);
  appendFileSync(own, ofAgent('x2', 'second'));
  await readOn();
  expect(drawn()).toMatch(/→ first\n +Bash\(\) → second/);
  appendFileSync(path, new ClaudeSession('/home/me/parser', 'more').result('c1', 'all of it').text);
  await readOn();
  expect(drawn()).toMatch(/Task\(prompt=go\) → all of it\n +↳ a1\n/);
});
