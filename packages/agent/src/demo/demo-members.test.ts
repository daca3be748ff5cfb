import { timeline, threadOf } from '@toolthread/core';
import { scriptedModel } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { outcomes } from '../../test/run-on.ts';
import { tempFolder } from '../../test/use-tool.ts';
import { runTeam } from '../team/run-team.ts';
import {
  demoMembers,
  demoPolicy,
  demoPrompts,
  demoTeamHasWork,
  isDemoTeamThread,
  prepareDemoWorkspace,
} from './index.ts';

test('the team’s scene: three sections, a question in the chat, an answer, talk between members, and the consensus', async () => {
  const prompt = demoPrompts.find(({ shows }) => shows.includes('consensus'))?.prompt ?? '';
  const ledger = MemoryLedger.withPrompt(prompt);
  expect(isDemoTeamThread(ledger.state)).toBe(true);
  expect(isDemoTeamThread(MemoryLedger.withPrompt('Something else').state)).toBe(false);
  const workspace = tempFolder();
  await prepareDemoWorkspace(workspace);
  const members = demoMembers((pieces) => scriptedModel(() => pieces, { speed: Infinity }));
  const run = (): ReturnType<typeof runTeam> =>
    runTeam({
      thread: ledger.state,
      append: ledger.append(),
      signal: new AbortController().signal,
      members,
      leader: 'pm',
      policy: { ...demoPolicy, trusts: true },
      workspace,
    });
  expect(demoTeamHasWork(ledger.state)).toBe(true);
  expect(await run()).toEqual({ ended: 'awaiting_user' });
  expect(demoTeamHasWork(ledger.state)).toBe(false);
  const [request] = ledger.of('request.opened');
  const answers = [{ question: 'Who is the plan for?', values: ['Users'] }];
  ledger.add({ type: 'request.resolved', request: request?.request ?? '', decision: 'answered', answers });
  expect(demoTeamHasWork(ledger.state)).toBe(true);
  expect(await run()).toEqual({ ended: 'completed' });
  const items = timeline(threadOf(ledger.events)).items.toArray();
  expect(items.filter((item) => item.kind === 'section').map((item) => item.role)).toContain('team');
  const posts = ledger.of('message.posted').map(({ author }) => author);
  expect(posts).toEqual(expect.arrayContaining(['@human', '@pm', '@architect', '@pm']));
  const saidBy = (scope: string): string =>
    ledger
      .of('agent.text.delta')
      .filter((event) => event.scope === scope)
      .map(({ text }) => text)
      .join('');
  expect(saidBy('team')).toContain('for users');
  expect(saidBy('agent:coder').split('two tests fail')).toHaveLength(2);
  expect(outcomes(ledger).length).toBeGreaterThanOrEqual(5);
  expect(ledger.state.anomalies.first.toArray()).toEqual([]);
});
