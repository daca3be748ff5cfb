import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Reads until something has changed. */
async function readOn(file: GrowingWithAgents): Promise<string> {
  while (!(await file.read())) await new Promise((resolve) => setTimeout(resolve, 10));
  return renderText(timeline(file.thread), { form: 'expanded' });
}

test('[issue 11] a run of an older Claude Code, whose file lies beside the session, stands below its call while it works', async () => {
  const home = folder();
  const task = new ClaudeSession().user('one').calls('c1', 'Task', { prompt: 'go' });
  const [, first = ''] = /"sessionId":"([^"]*)"/.exec(task.text) ?? [];
  const path = join(home, `${first}.jsonl`);
  writeFileSync(path, task.text);
  const file = new GrowingWithAgents(path, 'unknown');
  onTestFinished(() => file.close());
  await readOn(file);
  writeFileSync(join(home, 'agent-b2.jsonl'), ofAgent('y1', 'of others').replaceAll(first, 'other'));
  writeFileSync(join(home, 'agent-a1.jsonl'), ofAgent('x1', 'first'));
  const drawn = await readOn(file);
  expect(drawn).toContain('Bash() → first');
  expect(drawn).not.toContain('of others');
  appendFileSync(join(home, 'agent-a1.jsonl'), ofAgent('x2', 'second'));
  expect(await readOn(file)).toContain('Bash() → second');
});

test('[issue 11] an agent that Codex started stands below its call while it works', async () => {
  const home = folder();
  const [own, child] = ['019b0000-0000-7000-8000-000000000001', '019b0001-0000-7000-8000-0000000000c1'];
  const line = (type: string, payload: object): string =>
    `${JSON.stringify({ timestamp: '2026-03-04T09:00:00.000Z', type, payload })}\n`;
  const called = (id: string, name: string): string =>
    line('response_item', { type: 'function_call', call_id: id, name, arguments: '{}' });
  const gave = (id: string, output: string): string =>
    line('response_item', { type: 'function_call_output', call_id: id, output });
  const path = join(home, `rollout-2026-03-04T09-00-00-${own}.jsonl`);
  writeFileSync(
    path,
    line('session_meta', { id: own, cwd: '/home/me/mill', source: 'cli' }) +
      line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Grind.' }] }) +
      called('c1', 'spawn_agent') +
      line('event_msg', { type: 'collab_agent_spawn_end', call_id: 'c1', new_thread_id: child }) +
      gave('c1', 'started'),
  );
  const file = new GrowingWithAgents(path, 'unknown');
  onTestFinished(() => file.close());
  await readOn(file);
  const rollout = join(home, `rollout-2026-03-04T09-00-01-${child}.jsonl`);
  const source = { subagent: { thread_spawn: { parent_thread_id: own, depth: 1 } } };
  writeFileSync(
    rollout,
    line('session_meta', { id: child, cwd: '/home/me/mill', source }) + called('x1', 'shell') + gave('x1', 'flour'),
  );
  expect(await readOn(file)).toContain('flour');
  appendFileSync(rollout, called('x2', 'shell') + gave('x2', 'bran'));
  expect(await readOn(file)).toContain('bran');
});

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
  expect(drawn()).toMatch(/Task\(prompt=go\)\n +↳ a1\n( {6}.*\n)+ {4}all of it\n/);
});
