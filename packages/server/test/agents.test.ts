/** `GET /api/agents`, `POST /api/threads/:id/agent`, `/api/settings` */
import { choiceOf } from '@toolthread/core/queries';
import { tokenRow } from '@toolthread/server';
import type { PolicyChange } from '@toolthread/agent';
import type { AgentChoices, ReadRules, SettingsSource } from '@toolthread/server';
import { expect, test } from 'vitest';
import { field, newThread, startServer, TOKEN } from './start-server.ts';

const READER = 'a-token-to-read-with-0123456789';

const agents: AgentChoices = {
  list: () =>
    Promise.resolve({ agents: ['one', 'two'], providers: [], workspaces: [], below: [], usual: { agent: 'one' } }),
  judge: (choice) =>
    Promise.resolve(
      choice.agent === 'two'
        ? { ok: true, choice: { ...choice, workspace: '/where/it/really/is' } }
        : { ok: false, problem: 'There is no such agent.' },
    ),
};

test('[issue 13] what a person chose is an event, as it was judged, and is there after a restart', async () => {
  const started = await startServer({ agents });
  const thread = await newThread(started);
  expect((await started.call('GET', '/api/agents')).json).toMatchObject({ agents: ['one', 'two'] });
  const body = { agent: 'two', workspace: '/a/link', approval: 'read-only' };
  const chosen = await started.call('POST', `/api/threads/${thread}/agent`, { body });
  expect([chosen.status, field(chosen.json, 'event')]).toMatchObject([
    200,
    { type: 'agent.chosen', agent: 'two', workspace: '/where/it/really/is', approval: 'read-only' },
  ]);
  const again = await started.restart();
  const state = await again.ledger.state(thread);
  expect(state.ok && state.value.chosen).toMatchObject({ agent: 'two', approval: 'read-only' });
});

test('[issue 13] what cannot be had is refused in words, and nothing is written', async () => {
  const started = await startServer({ agents });
  const thread = await newThread(started);
  const choose = async (body: object): Promise<unknown> => {
    const { status, json } = await started.call('POST', `/api/threads/${thread}/agent`, { body });
    return [status, field(json, 'error', 'code'), field(json, 'error', 'message')];
  };
  expect(await choose({ agent: 'three' })).toEqual([422, 'bad_choice', 'There is no such agent.']);
  expect(await choose({ agent: 'two', approval: 'everything' })).toEqual([400, 'bad_body', expect.any(String)]);
  expect(await choose({ agent: 'two', key: 'k' })).toEqual([400, 'bad_body', expect.any(String)]);
  expect(await choose({ agent: '' })).toEqual([400, 'bad_body', expect.any(String)]);
  expect((await started.ledger.state(thread)) satisfies object).toMatchObject({ value: { seq: 1, chosen: undefined } });
  const gone = await started.call('POST', '/api/threads/none/agent', { body: { agent: 'two' } });
  expect([gone.status, field(gone.json, 'error', 'code')]).toEqual([404, 'no_such_thread']);
});

test('[issue 13] where one agent answers there is nothing to choose; nor where the agent is elsewhere, nor for its drafts', async () => {
  const plain = await startServer();
  const thread = await newThread(plain);
  for (const [method, path] of [
    ['GET', '/api/agents'],
    ['POST', `/api/threads/${thread}/agent`],
  ] as const) {
    const answer = await plain.call(method, path, method === 'POST' ? { body: {} } : {});
    expect([answer.status, field(answer.json, 'error', 'code')]).toEqual([404, 'no_choice']);
  }
  const started = await startServer({ agents });
  const made = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const elsewhere = String(field(made.json, 'id'));
  const refused = await started.call('POST', `/api/threads/${elsewhere}/agent`, { body: { agent: 'two' } });
  expect(field(refused.json, 'error', 'code')).toBe('no_choice');
  const drafts = [{ type: 'agent.chosen', agent: 'two', approval: 'auto-edit' }];
  const drafted = await started.call('POST', `/api/threads/${elsewhere}/events`, { body: { drafts } });
  expect([drafted.status, field(drafted.json, 'error', 'code')]).toEqual([400, 'bad_draft']);
});

test('[issue 13] a fork keeps who answers, the folder and the mode; where that cannot be had, it still only reads', async () => {
  const started = await startServer({ agents });
  const thread = await newThread(started);
  const body = { agent: 'two', workspace: '/a/link', approval: 'read-only' };
  await started.call('POST', `/api/threads/${thread}/agent`, { body });
  const fork = async (): Promise<unknown> => {
    const { json } = await started.call('POST', `/api/threads/${thread}/fork`, { body: {} });
    const state = await started.ledger.state(String(field(json, 'id')));
    return state.ok && choiceOf(state.value);
  };
  expect(await fork()).toMatchObject({ agent: 'two', workspace: '/where/it/really/is', approval: 'read-only' });
  // Nobody can have it any more.
  await started.ledger.append(thread, [
    { type: 'agent.chosen', agent: 'gone', workspace: '/x', approval: 'read-only' },
  ]);
  const held = await fork();
  expect(held).toMatchObject({ approval: 'read-only' });
  expect(held).not.toHaveProperty('workspace');
  await started.ledger.append(thread, [{ type: 'agent.chosen', agent: 'gone', approval: 'auto-edit' }]);
  expect(await fork()).toBeUndefined();
});

test('[issue 13] how the server is set up is told on the computer itself, and to nobody else', async () => {
  const told = {
    mcp: [{ name: 'files', tools: ['files__read'] }],
    mcpProblems: [],
    policy: { file: '/data/policy.json', rules: [{ tool: 'x', verdict: 'ask' as const }], always: 2, allowed: [] },
  };
  const { call } = await startServer({ settings: { read: () => Promise.resolve(told) }, hosts: ['agent.example'] });
  expect((await call('GET', '/api/settings')).json).toEqual(told);
  const away = await call('GET', '/api/settings', { headers: { host: 'agent.example' } });
  expect([away.status, field(away.json, 'error', 'code')]).toEqual([404, 'no_settings']);
  expect((await (await startServer()).call('GET', '/api/settings')).status).toBe(404);
});

const POLICY: ReadRules = { file: '/data/policy.json', rules: [], always: 0, allowed: [], version: 'v1' };

test('[issue 13] rules of the policy are changed on the computer itself, by whoever may write, and what is odd is refused whole', async () => {
  const wanted: PolicyChange[] = [];
  const settings: SettingsSource = {
    read: () => Promise.resolve({ mcp: [], mcpProblems: [], policy: POLICY }),
    changePolicy: (change) => {
      if (change.version !== 'v1') return Promise.resolve({ ok: false, why: 'changed', problem: 'Look again.' });
      wanted.push(change);
      return Promise.resolve({ ok: true, policy: { ...POLICY, rules: change.rules, version: 'v2' } });
    },
    reconnect: (name) => Promise.resolve(name === 'files' ? { name, tools: ['files__read'] } : undefined),
  };
  const { call } = await startServer({
    settings,
    hosts: ['agent.example'],
    token: () => [tokenRow('owner', TOKEN), tokenRow('r', READER, { may: 'read' })],
  });
  const put = async (body: object, options: object = {}): Promise<unknown> => {
    const { status, json } = await call('PUT', '/api/settings/policy', { body, ...options });
    return [status, field(json, 'error', 'code')];
  };
  const rule = { tool: 'run_shell_command', verdict: 'allow', where: { command: 'npm run *' } };
  const body = { rules: [rule], version: 'v1' };
  expect(await put(body, { token: READER })).toEqual([403, 'read_only']);
  expect(await put(body, { headers: { host: 'agent.example' } })).toEqual([404, 'no_settings']);
  for (const odd of [
    { rules: [rule] },
    { rules: [{ ...rule, verdict: 'yes' }], version: 'v1' },
    { rules: [{ ...rule, wher: {} }], version: 'v1' },
    { rules: [{ ...rule, where: {} }], version: 'v1' },
    { rules: [{ ...rule, where: JSON.parse('{"__proto__":"x","command":"y"}') }], version: 'v1' },
    { rules: [{ ...rule, tool: ' ' }], version: 'v1' },
    { rules: Array.from({ length: 501 }, () => rule), version: 'v1' },
    { ...body, file: '/etc/passwd' },
  ]) {
    expect(await put(odd)).toEqual([400, 'bad_body']);
  }
  expect(await put({ ...body, version: 'v0' })).toEqual([409, 'policy_changed']);
  expect(wanted).toEqual([]);
  const { json } = await call('PUT', '/api/settings/policy', { body: { ...body, forget_always: true } });
  expect(json).toEqual({ policy: { ...POLICY, rules: [rule], version: 'v2' } });
  expect(wanted).toEqual([{ rules: [rule], version: 'v1', forgetAlways: true }]);
  const reconnect = async (name: string, options: object = {}): Promise<unknown> => {
    const answer = await call('POST', `/api/settings/mcp/${name}/reconnect`, { body: {}, ...options });
    return answer.status === 200 ? answer.json : field(answer.json, 'error', 'code');
  };
  expect(await reconnect('files')).toEqual({ server: { name: 'files', tools: ['files__read'] } });
  expect(await reconnect('others')).toBe('no_such_server');
  expect(await reconnect('files', { headers: { host: 'agent.example' } })).toBe('no_settings');
});
