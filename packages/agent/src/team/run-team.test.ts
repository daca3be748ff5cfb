import { foldAll, threadOf, timeline } from '@toolthread/core';
import { Withholding } from '@toolthread/core/summary';
import { completionMessages } from '@toolthread/core/context';
import type { ModelRequest } from '@toolthread/core/context';
import { toMessages } from '@toolthread/core/contract';
import { problemsOf } from '@toolthread/core/testing';
import type { Piece } from '@toolthread/providers/scripted';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Crash, MemoryLedger } from '../../test/memory-ledger.ts';
import { call, outcomes, say } from '../../test/run-on.ts';
import { answers, ask, modelOf, NAMES, runOnTeam } from '../../test/run-on-team.ts';
import type { Part } from '../../test/run-on-team.ts';
import { tempFolder } from '../../test/use-tool.ts';
import { continueRun } from '../state/continue-run.ts';
import { recoverRun } from '../state/recover-run.ts';
import { builtInMembers } from './built-in-members.ts';
import { isTeamThread } from './is-team-thread.ts';
import type { Member } from './member.ts';
import { teamChat } from './team-chat.ts';
import { teamHasWork } from './team-has-work.ts';

const heard = (requests: readonly ModelRequest[] | undefined): string =>
  JSON.stringify(requests?.at(-1)?.messages.map(({ content }) => content));

function wordsFor(ledger: MemoryLedger, scope: string): string {
  return completionMessages(ledger.state, { scope })
    .map(({ content }) => content)
    .join('\n');
}

test('all answer in their own contexts, at the same time, and the leader writes the consensus', async () => {
  const ledger = MemoryLedger.withPrompt('Ship it?');
  const seen = new Map<string, ModelRequest[]>();
  const members = builtInMembers(modelOf({ team: answers('We ship.') }, seen));
  expect(await runOnTeam(ledger, members)).toEqual({ ended: 'completed' });
  const types = ledger.events.filter(({ type }) => type === 'agent.step.started' || type === 'agent.step.completed');
  expect(types.slice(0, 3).map(({ type }) => type)).toEqual(Array(3).fill('agent.step.started'));
  for (const name of NAMES) expect(heard(seen.get(name))).toBe('["Ship it?"]');
  expect(heard(seen.get('team'))).toContain('[Chat from @coder]: coder says yes');
  const sections = timeline(threadOf(ledger.events))
    .items.toArray()
    .filter(({ kind }) => kind === 'section');
  expect(sections).toMatchObject([...NAMES.map((name) => ({ role: 'member', name })), { role: 'team' }]);
  expect(completionMessages(ledger.state, { scope: 'agent:coder' }).at(-1)?.content).toContain(
    '[Chat from @team]: We ship.',
  );
  expect(ledger.state.anomalies.first.toArray()).toEqual([]);
  expect(teamHasWork(ledger.state, NAMES)).toBe(false);
});

test('[L3] the thread says that its team works while it works, and shows no work beside that of the members', async () => {
  const ledger = MemoryLedger.withPrompt('Ship it?');
  const during = new Set<string | undefined>();
  ledger.when(
    ({ type, scope }) => type === 'agent.step.started' && scope !== undefined,
    () => {
      during.add(ledger.state.scopes.get('')?.status);
      const groups = timeline(threadOf(ledger.events)).items.toArray();
      expect(groups.filter(({ kind }) => kind === 'group')).toEqual([]);
      const thinking = toMessages(ledger.state).filter(({ metadata }) => metadata?.status_type === 'thinking');
      expect(thinking.map(({ id }) => id)).not.toContain('status_thinking');
    },
  );
  await runOnTeam(ledger, builtInMembers(modelOf({})));
  expect(during).toEqual(new Set(['running']));
  const own = ledger.of('agent.status').filter(({ scope }) => scope === undefined);
  expect(own.map(({ status }) => status)).toEqual(['queued', 'running', 'completed']);
  expect(own.map(({ previous_status }) => previous_status)).toEqual([undefined, 'queued', 'running']);
});

test('a mention addresses one: only that one works, and there is no consensus of one', async () => {
  const ledger = new MemoryLedger();
  ledger.add({ type: 'thread.created' });
  const parts = [{ type: 'text', text: 'start, @architect knows' }] as const;
  ledger.add({ type: 'message.posted', author: '@human', parts, mentions: ['@coder'], delivery: 'now' });
  expect(await runOnTeam(ledger, builtInMembers(modelOf({})))).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.started').map(({ scope }) => scope)).toEqual(['agent:coder']);
});

test('PM: several questions in a row keep its context; the answer is the call’s result, and chat for the others', async () => {
  const ledger = MemoryLedger.withPrompt('Build an export.');
  const seen = new Map<string, ModelRequest[]>();
  const pm: Part = ({ turn, results }) =>
    turn === 0
      ? [say('First:'), ask('Which format?')]
      : turn === 1
        ? [ask(`Why ${results[0]?.text ?? ''}?`)]
        : [say(`So: ${results.map(({ text }) => text).join(', ')}`)];
  const members = builtInMembers(modelOf({ pm }, seen));
  expect(await runOnTeam(ledger, members)).toEqual({ ended: 'awaiting_user' });
  expect(teamHasWork(ledger.state, NAMES)).toBe(false);
  for (const text of ['CSV', 'Excel reads it']) {
    const open = [...ledger.state.requests.entries()].find(([, { settled }]) => settled === undefined)?.[1];
    ledger.add({
      type: 'request.resolved',
      request: open?.id ?? '',
      decision: 'answered',
      answers: [{ question: open?.questions[0]?.question ?? '', values: [], text }],
    });
    expect(teamHasWork(ledger.state, NAMES)).toBe(true);
    await runOnTeam(ledger, members);
  }
  const own = completionMessages(ledger.state, { scope: 'agent:pm' });
  expect(problemsOf(own)).toEqual([]);
  expect(own.flatMap(({ toolResults }) => toolResults.map(({ content }) => content))).toEqual([
    'CSV',
    'Excel reads it',
  ]);
  expect(
    own
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content)
      .join(),
  ).not.toContain('CSV');
  expect(own.at(-2)?.content).toBe('So: CSV, Excel reads it');
  const others = wordsFor(ledger, 'agent:coder');
  expect(others.match(/\[Chat from @pm\]: I have asked the user: Which format\?/g)).toHaveLength(1);
  expect(others.match(/\[Chat from @pm\]: The user has answered: CSV/g)).toHaveLength(1);
  expect(ledger.of('agent.status').at(-1)).toMatchObject({ status: 'completed' });
  expect(seen.get('team')).toHaveLength(1);
});

test('Architect: reads and lists in one turn, and both results come back in one message', async () => {
  const workspace = tempFolder();
  writeFileSync(join(workspace, 'a.ts'), 'export const a = 1;\n');
  const ledger = MemoryLedger.withPrompt('How is it built?');
  const seen = new Map<string, ModelRequest[]>();
  const architect: Part = ({ turn }) =>
    turn === 0 ? [call('read_file', { path: 'a.ts' }), call('list_files')] : [say('One file.')];
  await runOnTeam(ledger, builtInMembers(modelOf({ architect }, seen)), { workspace });
  const results = seen
    .get('architect')?.[1]
    ?.messages.at(-1)
    ?.toolResults.map(({ content }) => content);
  expect(results).toEqual([expect.stringContaining('export const a'), expect.stringContaining('a.ts')]);
  expect(outcomes(ledger)).toEqual(['agent-architect-c1_0 done', 'agent-architect-c1_1 done']);
});

test('Coder: many tools over several turns', async () => {
  const workspace = tempFolder();
  mkdirSync(join(workspace, 'src'));
  writeFileSync(join(workspace, 'src/a.txt'), 'one two\n');
  const ledger = MemoryLedger.withPrompt('Change it.');
  const coder: Part = ({ turn }) =>
    [
      [call('list_files'), call('search_files', { query: 'two' })],
      [
        call('edit_file', { path: 'src/a.txt', old_text: 'two', new_text: 'three' }),
        call('save_file', { path: 'b.txt', content: 'b' }),
      ],
      [call('run_shell_command', { command: 'cat src/a.txt b.txt' }), call('read_file', { path: 'nowhere' })],
      [say('Done.')],
    ][turn] ?? [];
  const policy = { decide: () => 'allow' as const, trusts: true };
  await runOnTeam(ledger, builtInMembers(modelOf({ coder })), { workspace, policy });
  expect(outcomes(ledger).map((one) => one.split(' ')[1])).toEqual(['done', 'done', 'done', 'done', 'done', 'failed']);
  expect(readFileSync(join(workspace, 'src/a.txt'), 'utf8')).toBe('one three\n');
});

test('coder to coder: one names the other, who is woken, answers, and no line is read twice or by its author', async () => {
  const ledger = new MemoryLedger();
  ledger.add({ type: 'thread.created' });
  const parts = [{ type: 'text', text: 'Agree on a port.' }] as const;
  ledger.add({ type: 'message.posted', author: '@human', parts, mentions: ['@ann'], delivery: 'now' });
  const post = (text: string, to: string): Piece => {
    return { type: 'call', name: 'chat_post', arguments: { text, to: [to] } };
  };
  const has = (request: ModelRequest, text: string): boolean => JSON.stringify(request.messages).includes(text);
  const ann: Part = (_, request) =>
    has(request, 'Take 8080')
      ? [say('8080 it is.')]
      : has(request, 'Posted')
        ? [say('Asked.')]
        : [post('Which port?', 'bob')];
  const bob: Part = (_, request) => (has(request, 'Posted') ? [say('Told her.')] : [post('Take 8080', 'ann')]);
  const model = modelOf({ ann, bob, team: answers('8080.') });
  const chat = teamChat(['ann', 'bob']);
  const members = ['ann', 'bob'].map((name) => ({ name, model: model(name), system: name, tools: [chat] }));
  expect(await runOnTeam(ledger, members)).toEqual({ ended: 'completed' });
  expect(ledger.of('message.posted').map(({ author, mentions }) => [author, mentions])).toEqual([
    ['@human', ['@ann']],
    ['@ann', ['@bob']],
    ['@bob', ['@ann']],
  ]);
  const ofAnn = wordsFor(ledger, 'agent:ann');
  expect(ofAnn.match(/\[Chat from @bob\]: Take 8080/g)).toHaveLength(1);
  expect(ofAnn).not.toContain('[Chat from @ann]');
  expect(ofAnn).toContain('8080 it is.');
  expect(ledger.of('agent.step.started').some(({ scope }) => scope === 'team')).toBe(true);
});

test('two who name each other for ever are ended by the limit of the turn', async () => {
  const ledger = MemoryLedger.withPrompt('Talk.');
  const back =
    (to: string): Part =>
    () => [{ type: 'call', name: 'chat_post', arguments: { text: `and you, ${ledger.events.length}?`, to: [to] } }];
  const model = modelOf({ ann: back('bob'), bob: back('ann') });
  const chat = teamChat(['ann', 'bob']);
  const members = ['ann', 'bob'].map((name) => ({ name, model: model(name), system: name, tools: [chat] }));
  expect(await runOnTeam(ledger, members, { limits: { steps: 5 } })).toEqual({ ended: 'completed' });
  expect(ledger.of('message.posted').length).toBeLessThanOrEqual(11);
});

test('a stop of the thread stops every member, at work or waiting, and the next message finds the team ready', async () => {
  const ledger = MemoryLedger.withPrompt('Go.');
  const members = builtInMembers(modelOf({ pm: ({ turn }) => [turn === 0 ? ask('Sure?') : say('ok')] }));
  expect(await runOnTeam(ledger, members)).toEqual({ ended: 'awaiting_user' });
  ledger.add({ type: 'run.stop.requested' });
  expect(teamHasWork(ledger.state, NAMES)).toBe(true);
  expect(await runOnTeam(ledger, members)).toEqual({ ended: 'cancelled' });
  expect(ledger.state.calls.open.size).toBe(0);
  expect(teamHasWork(ledger.state, NAMES)).toBe(false);
  ledger.say('Again.');
  expect(teamHasWork(ledger.state, NAMES)).toBe(true);
  expect(await runOnTeam(ledger, builtInMembers(modelOf({})))).toEqual({ ended: 'completed' });
});

test('[L6] killed after any event of a team’s turn: recovered, everybody answers once more or not at all, and one consensus', async () => {
  const members = (): readonly Member[] => {
    const coder: Part = ({ turn }) => (turn === 0 ? [call('todo', { items: 0 }), call('list_files')] : [say('c')]);
    return builtInMembers(modelOf({ coder, team: answers('All agree.') }));
  };
  const workspace = tempFolder();
  const whole = MemoryLedger.withPrompt('Go.');
  await runOnTeam(whole, members(), { workspace });
  for (let dies = 2; dies < whole.events.length; dies += 1) {
    const ledger = MemoryLedger.withPrompt('Go.');
    await expect(runOnTeam(ledger, members(), { workspace, append: ledger.append(dies) })).rejects.toBeInstanceOf(
      Crash,
    );
    ledger.add(...recoverRun(ledger.state));
    expect(teamHasWork(ledger.state, NAMES)).toBe(true);
    expect(await runOnTeam(ledger, members(), { workspace })).toEqual({ ended: 'completed' });
    expect(teamHasWork(ledger.state, NAMES)).toBe(false);
    expect(ledger.state.anomalies.first.toArray()).toEqual([]);
    const said = completionMessages(ledger.state, { scope: 'team' }).filter(({ role }) => role === 'assistant');
    expect(said.map(({ content }) => content)).toEqual(['All agree.']);
  }
});

test('a member that does not show its calls leaks neither their text nor that there were any', async () => {
  const workspace = tempFolder();
  writeFileSync(join(workspace, 'secret-name.txt'), 'secret-content');
  const ledger = MemoryLedger.withPrompt('Look.');
  const looks: Part = ({ turn }) =>
    turn === 0 ? [say('I look.'), call('list_files'), call('read_file', { path: 'secret-name.txt' })] : [say('Seen.')];
  const members = builtInMembers(modelOf({ coder: looks, architect: looks }));
  const quiet = members.map((member) => (member.name === 'pm' ? member : { ...member, showToolCalls: false }));
  await runOnTeam(ledger, quiet, { workspace });
  const withholding = new Withholding();
  const left = ledger.events.map((event) => withholding.pass(event));
  expect(JSON.stringify(ledger.events)).toContain('secret-content');
  for (const word of ['secret', 'read_file', 'list_files', 'arguments', '"tool_calls"']) {
    expect(JSON.stringify(left)).not.toContain(word);
  }
  const seen = toMessages(foldAll(left)).map(({ content }) => content);
  expect(seen).toEqual(expect.arrayContaining(['I look.', 'Seen.']));
  expect(foldAll(left).anomalies.count).toBe(0);
});

test('a thread is a team’s from the word on that names one of them, and stays so', async () => {
  const ledger = new MemoryLedger();
  ledger.add({ type: 'thread.created' });
  ledger.say('@coder, are you there?');
  expect(isTeamThread(ledger.state, NAMES)).toBe(false);
  const parts = [{ type: 'text', text: 'Look at it.' }] as const;
  ledger.add({ type: 'message.posted', author: '@human', parts, mentions: ['@coder'], delivery: 'now' });
  expect(isTeamThread(ledger.state, NAMES)).toBe(true);
  await runOnTeam(ledger, builtInMembers(modelOf({})));
  ledger.say('And now?');
  expect(isTeamThread(ledger.state, NAMES)).toBe(true);
});

test('[L3] a turn in which everybody failed has failed, and says why; one who failed among others costs them nothing', async () => {
  const broken: Part = () => [{ type: 'end', reason: 'error', error: { message: 'no such key', retryable: false } }];
  const all = MemoryLedger.withPrompt('go');
  const members = builtInMembers(modelOf({ pm: broken, architect: broken, coder: broken }));
  expect(await runOnTeam(all, members)).toEqual({ ended: 'failed' });
  expect(all.of('agent.status').at(-1)).toMatchObject({ status: 'failed', error_message: 'no such key' });
  const one = MemoryLedger.withPrompt('go');
  expect(await runOnTeam(one, builtInMembers(modelOf({ coder: broken })))).toEqual({ ended: 'completed' });
  expect(one.of('agent.step.started').some(({ scope }) => scope === 'team')).toBe(true);
});

test('a team is told to go on: whoever a limit cut off does, with limits of its own, and nobody else', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  let made = 0;
  const works: Part = (_, { tools }) => {
    made += 1;
    return tools.length === 0 || made > 4
      ? [say('last words')]
      : [call('list_files', { path: `.${'/.'.repeat(made)}` })];
  };
  const options = { limits: { steps: 2 }, workspace: tempFolder() };
  const members = builtInMembers(modelOf({ coder: works }));
  await runOnTeam(ledger, members, options);
  const before = ledger.events.length;
  ledger.add(...continueRun(ledger.state));
  expect(teamHasWork(ledger.state, NAMES)).toBe(true);
  expect(await runOnTeam(ledger, members, options)).toEqual({ ended: 'completed' });
  const steps = ledger.of('agent.step.started').filter(({ seq }) => seq > before);
  expect(new Set(steps.map(({ scope }) => scope))).toEqual(new Set(['agent:coder']));
  expect(steps.length).toBeGreaterThan(1);
  expect(teamHasWork(ledger.state, NAMES)).toBe(false);
  expect(ledger.state.anomalies.count).toBe(0);
});

test('a team that came to its end by itself has nothing to continue; told to go on all the same, it is asked again, all of it', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const members = builtInMembers(modelOf({}));
  await runOnTeam(ledger, members);
  const before = ledger.events.length;
  expect(continueRun(ledger.state)).toEqual([]);
  ledger.add({ type: 'agent.status', status: 'queued', previous_status: 'completed', run: 'r9' });
  expect(await runOnTeam(ledger, members)).toEqual({ ended: 'completed' });
  const scopes = ledger.of('agent.step.started').filter(({ seq }) => seq > before);
  const wanted = new Set(['agent:architect', 'agent:coder', 'agent:pm', 'team']);
  expect(new Set(scopes.map(({ scope }) => scope))).toEqual(wanted);
});

test('@team names everybody, and makes a thread the team’s', async () => {
  const ledger = new MemoryLedger();
  const parts = [{ type: 'text', text: '@team: go' }] as const;
  ledger.add({ type: 'thread.created' });
  ledger.add({ type: 'message.posted', author: '@human', parts, mentions: ['@team'], delivery: 'now' });
  expect(isTeamThread(ledger.state, NAMES)).toBe(true);
  expect(teamHasWork(ledger.state, NAMES)).toBe(true);
  expect(await runOnTeam(ledger, builtInMembers(modelOf({})))).toEqual({ ended: 'completed' });
  expect(new Set(ledger.of('agent.step.started').map(({ scope }) => scope)).size).toBe(4);
});

test('stopped after any event of a team’s turn: everybody is cancelled or had ended, and nothing is left open', async () => {
  const coder: Part = ({ turn }) => (turn === 0 ? [call('todo', { items: 0 }), call('list_files')] : [say('c')]);
  const members = (): readonly Member[] => builtInMembers(modelOf({ coder }));
  const workspace = tempFolder();
  const whole = MemoryLedger.withPrompt('Go.');
  await runOnTeam(whole, members(), { workspace });
  const end = whole.events.length;
  for (let after = 3; after < end; after += 1) {
    for (const how of ['signal', 'ledger'] as const) {
      const [ledger, controller] = [MemoryLedger.withPrompt('Go.'), new AbortController()];
      ledger.when(
        ({ seq }) => seq === after,
        () => (how === 'signal' ? controller.abort() : ledger.add({ type: 'run.stop.requested' })),
      );
      expect([after, await runOnTeam(ledger, members(), { workspace, signal: controller.signal })]).toEqual([
        after,
        { ended: 'cancelled' },
      ]);
      expect(ledger.state.calls.open.size).toBe(0);
      expect(ledger.state.anomalies.first.toArray()).toEqual([]);
      const open = [...ledger.state.scopes.entries()].filter(([, { status }]) => /running|queued/.test(status ?? ''));
      expect([after, how, open.map(([scope]) => scope)]).toEqual([after, how, []]);
      if (how === 'signal') expect([after, teamHasWork(ledger.state, NAMES)]).toEqual([after, false]);
    }
  }
});
