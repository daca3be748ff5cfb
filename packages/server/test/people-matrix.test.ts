/** Every route and everybody: what each gets is in one table, and a route without a row fails. */
import { createHash } from 'node:crypto';
import { usageSum } from '@toolthread/core/summary';
import type { FileSource, SearchSource, SessionSource, UsageSource } from '@toolthread/server';
import { type Role, ROLES } from '@toolthread/store';
import { expect, test } from 'vitest';
import { field, startServer, TOKEN, type Started, unwrap, until } from './start-server.ts';

/** Every role, whoever has the link, and those who have nothing. */
type Who = Role | 'link' | 'stranger' | 'nobody';
const WHO: readonly Who[] = [...ROLES, 'link', 'stranger', 'nobody'];

/** What each gets: a status, or the code of a refusal. */
type Row = Readonly<Record<Who, unknown>>;

const NO = 'not_allowed';
/** A link changes nothing, whatever it is. */
const RO = 'read_only';
const GONE = 'no_such_thread';
const OUT = 'no_token';

/** A new role gets what the owner gets, until each row says what it gets. */
const everyRole = (gets: unknown): Readonly<Record<Role, unknown>> => ({
  owner: gets,
  approve: gets,
  write: gets,
  read: gets,
});
/** Those who may look into the thread get the same. */
const look = (gets: unknown): Row => ({ ...everyRole(gets), link: gets, stranger: GONE, nobody: OUT });
const read = (gets: unknown): Row => ({ ...look(gets), link: NO });
const write = (gets: unknown): Row => ({ ...look(gets), read: NO, link: RO });
const approve = (gets: unknown): Row => ({ ...write(gets), write: NO });
const own = (gets: unknown): Row => ({ ...approve(gets), approve: NO });
/** It is about no thread; or gives each their own. */
const everybody = (gets: unknown): Row => ({ ...look(gets), stranger: gets });
const people = (gets: unknown): Row => ({ ...everybody(gets), link: NO });
const peopleWrite = (gets: unknown): Row => ({ ...everybody(gets), link: RO });
const operator: Row = everybody(NO);
const operatorWrite: Row = peopleWrite(NO);
/** Nobody has to say who they are. */
const anybody = (gets: unknown): Row => ({ ...everybody(gets), nobody: gets });

const MATRIX: Readonly<Record<string, Row>> = {
  'GET /api/openapi.json': everybody(200),
  'GET /api/health': everybody(200),
  'GET /healthz': anybody(200),
  'GET /readyz': anybody(200),
  'GET /metrics': operator,
  'GET /api/info': everybody(200),
  // No token was shown that could be swapped.
  'POST /api/session': everybody(OUT),
  'GET /api/threads': everybody(200),
  'GET /api/blobs/:hash': { ...look(200), stranger: 'no_such_blob' },
  // It lets in: what is sent here is no account's.
  'POST /api/sign-in': anybody('no_accounts'),
  'GET /api/sign-ins': people(200),
  'DELETE /api/sign-ins/:id': peopleWrite('no_such_sign_in'),
  'GET /api/people': people(200),
  'GET /api/threads/:id/people': read(200),
  'PUT /api/threads/:id/people/:name': own(200),
  'DELETE /api/threads/:id/people/:name': own(200),
  'POST /api/threads/:id/links': own(201),
  'DELETE /api/threads/:id/links/:link': own('no_such_link'),
  'GET /api/agents': people('no_choice'),
  'GET /api/prices': people('no_usage'),
  'GET /api/files': people(200),
  'GET /api/search': people(200),
  'GET /api/usage': people(200),
  'GET /api/spending': people('no_spending'),
  'GET /api/settings': operator,
  'PUT /api/settings/policy': operatorWrite,
  'POST /api/settings/mcp/:name/reconnect': operatorWrite,
  'GET /api/sessions': operator,
  'POST /api/sessions/:id/open': operatorWrite,
  'POST /api/sessions': peopleWrite('session_unreadable'),
  'POST /api/threads': peopleWrite(201),
  'GET /api/threads/:id': look(200),
  'GET /api/threads/:id/events': look(200),
  'GET /api/threads/:id/cut': look(200),
  'GET /api/threads/:id/messages': look(200),
  'GET /api/threads/:id/contract': look(200),
  'GET /api/threads/:id/contract/events': look(200),
  'GET /api/threads/:id/calls/:call/result': look('no_such_call'),
  'GET /api/threads/:id/changes/:change': look('no_such_change'),
  'GET /api/chat/:id/messages': look(200),
  'GET /api/chat/:id/stream': look(200),
  'GET /api/threads/:id/steps/:step/request': read('no_requests'),
  'GET /api/threads/:id/files': { ...write(200), link: NO },
  'POST /api/threads/:id/messages': write(201),
  'PUT /api/threads/:id/messages/:seq': write('no_such_message'),
  'DELETE /api/threads/:id/messages/:seq': write('no_such_message'),
  'POST /api/threads/:id/messages/:seq/again': write('not_here_any_more'),
  'POST /api/threads/:id/rewind': write('busy'),
  'POST /api/threads/:id/title': write(200),
  'POST /api/threads/:id/stop': write(200),
  'POST /api/threads/:id/continue': write('nothing_to_continue'),
  'POST /api/threads/:id/compact': write('cannot_compact'),
  'POST /api/threads/:id/try-now': write('not_waiting'),
  'POST /api/threads/:id/answers/:call': write('no_such_question'),
  'POST /api/threads/:id/fork': write(201),
  'POST /api/chat': write(200),
  'POST /api/ag-ui': write(200),
  'POST /api/threads/:id/approvals/:request': approve(200),
  'POST /api/threads/:id/changes/:change/undo': approve('no_such_change'),
  'POST /api/threads/:id/agent': own('no_choice'),
  'POST /api/threads/:id/place': own(200),
  'POST /api/threads/:id/events': own('agent_is_here'),
  'DELETE /api/threads/:id': own('busy'),
};

const SENT: Readonly<Record<string, (thread: string) => unknown>> = {
  'POST /api/sessions': () => ({ name: 'x', text: 'no session' }),
  'POST /api/sign-in': () => ({ name: 'owner', password: 'guessed' }),
  'PUT /api/threads/:id/people/:name': () => ({ role: 'read' }),
  'POST /api/threads/:id/messages': () => ({ text: 'hello' }),
  'PUT /api/threads/:id/messages/:seq': () => ({ text: 'hello' }),
  'POST /api/threads/:id/rewind': () => ({ to: 2 }),
  'POST /api/threads/:id/title': () => ({ title: 'Other' }),
  'POST /api/threads/:id/answers/:call': () => ({ answers: [{ question: 'Which?', values: ['one'] }] }),
  'POST /api/threads/:id/approvals/:request': () => ({ decision: 'once' }),
  'POST /api/threads/:id/agent': () => ({ agent: 'demo' }),
  'POST /api/threads/:id/place': () => ({ pinned: true }),
  'POST /api/threads/:id/events': () => ({ drafts: [{ type: 'thread.renamed', title: 'x' }] }),
  'POST /api/chat': (id) => ({
    id,
    messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] }],
    trigger: 'submit-message',
  }),
  'POST /api/ag-ui': (threadId) => ({
    threadId,
    runId: 'r1',
    messages: [{ id: 'm1', role: 'user', content: 'hello' }],
  }),
};

const search: SearchSource = { search: async () => ({ hits: [], more: false, read: 7, total: 9 }) };
const usage: UsageSource = { usage: async () => ({ ok: true, usage: NOTHING_USED }) };
const files: FileSource = {
  find: async () => ({ ok: true, files: ['a.ts'], more: false }),
  findFirst: async () => ({ ok: true, files: ['a.ts'], more: false }),
};
const sessions: SessionSource = {
  list: async () => ({ sessions: [], skipped: 0 }),
  open: async () => ({ ok: false, code: 'no_such_session', message: 'There is none.' }),
  take: async () => ({ ok: false, code: 'session_unreadable', message: 'There is none.' }),
};
const SUM = usageSum([], () => undefined);
const NOTHING_USED = {
  prices: [],
  total: SUM,
  unpriced: [],
  undated: SUM,
  skipped: 0,
  day: [],
  model: [],
  project: [],
  agent: [],
  tool: [],
};

/** As a program around the server would: by a cookie. */
const byCookie = (request: Request): { name: string } | undefined => {
  const name = request.headers.get('cookie');
  return name === null ? undefined : { name };
};

interface Shared {
  readonly thread: string;
  readonly request: string;
  readonly blob: string;
  readonly link: string;
}

/** A thread of the owner's that waits for an approval, with a picture in it, shared with everybody who has a role. */
async function sharedThread(started: Started): Promise<Shared> {
  const { ledger, call } = started;
  const owner = { token: null, headers: { cookie: 'owner' } };
  const thread = String(field((await call('POST', '/api/threads', owner)).json, 'id'));
  const blob = unwrap(await ledger.putBlob(Buffer.from(thread)));
  const source = { kind: 'blob', hash: blob, size: thread.length } as const;
  const picture = { type: 'image', media_type: 'image/png', source } as const;
  unwrap(
    await ledger.append(thread, [{ type: 'message.posted', author: 'bot', parts: [picture], delivery: 'followUp' }]),
  );
  await call('POST', `/api/threads/${thread}/messages`, { ...owner, body: { text: 'approve' } });
  for (const role of ROLES) if (role !== 'owner') unwrap(await ledger.people.roles.give(thread, role, role));
  const link = `link-${createHash('sha256').update(thread).digest('base64url')}`;
  const digest = createHash('sha256').update(link).digest('hex');
  unwrap(await ledger.people.links.make({ digest, thread, by: 'owner', at: 1 }));
  const request = await until(async () => {
    const state = unwrap(await ledger.state(thread));
    return [...state.requests.entries()].map(([, { id }]) => id)[0];
  }, 'a request for approval');
  return { thread, request, link, blob };
}

function headersOf(who: Who, { link }: Shared): Record<string, string> {
  if (who === 'nobody') return {};
  return who === 'link' ? { authorization: `Bearer ${link}` } : { cookie: who };
}

async function gets(started: Started, route: string, who: Who, shared: Shared): Promise<unknown> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern
    .replace(':id', shared.thread)
    .replace(':request', shared.request)
    .replace(':hash', shared.blob)
    .replace(/:(?:seq|step)/, '999')
    .replace(/:\w+/g, 'x');
  const headers = headersOf(who, shared);
  const body = SENT[route]?.(shared.thread);
  const query = route === 'GET /api/search' ? '?words=secret' : '';
  const { status, json } = await started.call(method, `${path}${query}`, {
    token: null,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return field(json, 'error', 'code') ?? status;
}

test('every route has a row, and every row a route', async () => {
  const { server } = await startServer({ owners: true });
  const routes = server.routes.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(MATRIX).toSorted()).toEqual(routes.toSorted());
});

test.each(Object.entries(MATRIX))('%s', async (route, row) => {
  const started = await startServer({ owners: true, authenticate: byCookie, search, usage, files, sessions });
  // Those who read and those who are refused change nothing: they can all ask in one thread.
  const shared = await sharedThread(started);
  const changes = (who: Who): boolean => !route.startsWith('GET ') && typeof row[who] === 'number';
  const answers: [Who, unknown][] = [];
  for (const who of WHO) {
    const asked = changes(who) ? await sharedThread(started) : shared;
    answers.push([who, await gets(started, route, who, asked)]);
  }
  expect(Object.fromEntries(answers)).toEqual(row);
  expect(started.errors).toEqual([]);
  // The operator's token opens everything.
  const [method = '', pattern = ''] = route.split(' ');
  const open = await started.call(method, pattern.replace(':id', shared.thread).replace(/:\w+/g, 'x'), {
    token: TOKEN,
    ...(SENT[route] === undefined ? {} : { body: SENT[route](shared.thread) }),
  });
  expect([GONE, NO, OUT, RO]).not.toContain(field(open.json, 'error', 'code'));
});

/** What is not done here at all is refused before anybody looks for a thread. */
const NOT_HERE: Readonly<Record<string, string>> = { 'GET /api/threads/:id/steps/:step/request': 'no_requests' };

test('of a thread that is not there, every route says so to the operator, too', async () => {
  const { call } = await startServer({ owners: true, authenticate: byCookie, search, usage, files, sessions });
  const routes = Object.keys(MATRIX).filter((route) =>
    /\/(?:threads|chat)\/:id|POST \/api\/(?:chat|ag-ui)$/.test(route),
  );
  const answers: [string, unknown][] = [];
  for (const route of routes) {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern
      .replace(':id', 'nowhere')
      .replace(/:(?:seq|step)/, '1')
      .replace(/:\w+/g, 'x');
    const body = SENT[route]?.('nowhere');
    const { status, json } = await call(method, path, { token: TOKEN, ...(body === undefined ? {} : { body }) });
    answers.push([route, field(json, 'error', 'code') ?? status]);
  }
  expect(Object.fromEntries(answers)).toEqual(
    Object.fromEntries(routes.map((route) => [route, NOT_HERE[route] ?? GONE])),
  );
});
