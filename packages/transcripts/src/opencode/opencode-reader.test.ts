import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { callStatus } from '@toolthread/core';
import { resultText } from '@toolthread/core/lines';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountAddsUp, fixture, FIXTURES, readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { keptRecord, openOpencodeStore, readTranscript } from '../index.ts';
import type { OpencodeStore } from '../index.ts';

const exported = readFixture('opencode/export.json');

it('shows a day at the forge, and counts messages, parts and states', () => {
  expect(outline(exported)).toEqual(expectedOutline('opencode/export'));
  expect(exported.title).toBe('Forging a hook');
  expect(exported.counts).toMatchObject({
    messages: 9,
    parts: { tool: 8, text: 6, 'step-start': 1, 'step-finish': 1, hologram: 1 },
    toolStates: { completed: 4, error: 2, running: 1, pending: 1 },
    version: '1.18.4',
    parentID: null,
    toolCalls: 8,
    unanswered: 2,
    errors: 2,
    hidden: { patch: 1, synthetic: 1, 'unknown:hologram': 1 },
  });
});

it('a step has the tokens that its end tells', () => {
  expect(
    exported.events.find((event) => event.type === 'agent.step.completed' && event.scope === undefined),
  ).toMatchObject({
    step: 1,
    usage: { input_tokens: 50, output_tokens: 13, cache_read_tokens: 20, cache_write_tokens: 1, reasoning_tokens: 3 },
  });
  expect(exported.events.find((event) => event.type === 'agent.tool.completed')).toMatchObject({ duration_ms: 1500 });
});

it.each([
  ['its steps tell', [{ type: 'step-finish', tokens: { input: 90, output: 5 } }], { input: 1, output: 1 }],
  ['its message tells', [], { input: 90, output: 5 }],
])('[L4] the tokens of a compaction count: %s', (_, ends, tokens) => {
  const info = { id: 'm', role: 'assistant', summary: true, tokens };
  const messages = [{ info, parts: [{ type: 'text', text: 'In short.' }, ...ends] }];
  const read = readTranscript(JSON.stringify({ info: { id: 's' }, messages }), { format: 'opencode' });
  const usage = { input_tokens: 90, output_tokens: 5 };
  expect(read.events.find(({ type }) => type === 'context.compacted')).toMatchObject({ usage });
});

it.each([
  ['interrupted', { error: { name: 'MessageAbortedError', data: {} } }],
  ['lost', {}],
])('[issue 11] what a call had printed when it was %s is below it', (outcome, more) => {
  const state = { status: 'running', input: { command: 'bake' }, metadata: { output: 'half a loaf' } };
  const info = { id: 'm', role: 'assistant', ...more };
  const messages = [{ info, parts: [{ type: 'tool', callID: 'c', tool: 'bash', state }] }];
  const read = readTranscript(JSON.stringify({ info: { id: 's' }, messages }), { format: 'opencode' });
  const [call] = [...read.state.calls.byPlace.entries()].map(([, one]) => one);
  expect(call === undefined ? undefined : [callStatus(call), resultText(call)]).toEqual([outcome, 'half a loaf']);
});

it('a chain of sessions, each started by the one before, is read to its end', () => {
  const length = 500;
  const session = (id: number): object => ({
    info: { id: `s${id}`, title: `s${id}` },
    messages: [
      {
        info: { id: `m${id}`, role: 'assistant' },
        parts: [
          {
            type: 'tool',
            callID: `c${id}`,
            tool: 'task',
            state: { status: 'completed', input: {}, output: '', metadata: { sessionId: `s${id + 1}` } },
          },
        ],
      },
    ],
  });
  const children = Array.from({ length }, (_, index) => session(index + 1));
  const read = readTranscript(JSON.stringify({ ...session(0), children }), { format: 'opencode' });
  expect(read.counts).toMatchObject({ messages: length + 1, toolCalls: length + 1 });
  expect(read.state.anomalies.count).toBe(0);
});

function documentOf(store: OpencodeStore | undefined, session: string): string {
  onTestFinished(() => store?.close());
  const document = store?.document(session);
  if (document === undefined) expect.fail('there is no such session');
  return JSON.stringify(document);
}

it('folders of files are the same document', () => {
  const store = openOpencodeStore(join(FIXTURES, 'opencode'));
  expect(store?.sessions().map(({ id, title, parent }) => [id, title, parent])).toEqual([
    ['ses_1', 'Forging a hook', undefined],
    ['ses_2', 'Find tongs (@explore subagent)', 'ses_1'],
  ]);
  expect(outline(readTranscript(documentOf(store, 'ses_1')))).toEqual(outline(exported));
});

interface Stored {
  readonly id: string;
  readonly [name: string]: unknown;
}

interface Rows {
  readonly info: Stored;
  readonly messages: readonly { readonly info: Stored; readonly parts: readonly Stored[] }[];
}

function rowsOfFixture(): readonly Rows[] {
  const { info, messages, children } = JSON.parse(fixture('opencode/export.json').bytes.toString('utf8'));
  return [{ info, messages }, ...children];
}

/** As opencode lays it out. */
function databaseIn(folder: string, sessions: readonly Rows[]): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'opencode.db'));
  onTestFinished(() => database.close());
  database.exec(`create table session (id text primary key, project_id text, parent_id text, slug text, directory text, title text, version text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
    create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text);`);
  for (const { info, messages } of sessions) {
    const { id, parentID = null, slug, directory, title, version, time } = JSON.parse(JSON.stringify(info));
    database
      .prepare('insert into session values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(id, 'p', parentID, slug ?? '', directory ?? '', title ?? '', version ?? '', time.created, time.updated);
    for (const [place, message] of messages.entries()) {
      const { id: messageId, ...data } = message.info;
      database
        .prepare('insert into message values (?, ?, ?, ?, ?)')
        .run(messageId, id, place, place, JSON.stringify(data));
      for (const [index, { id: partId, ...part }] of message.parts.entries()) {
        const sorted = `prt_${String(index).padStart(3, '0')}_${partId}`;
        database
          .prepare('insert into part values (?, ?, ?, ?, ?, ?)')
          .run(sorted, messageId, id, place, place, JSON.stringify(part));
      }
    }
  }
  return database;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-opencode-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('and so is the database', () => {
  const folder = emptyFolder();
  databaseIn(folder, rowsOfFixture());
  for (const path of [folder, join(folder, 'opencode.db')]) {
    const store = openOpencodeStore(path);
    expect(store?.sessions().map(({ id }) => id)).toEqual(['ses_1', 'ses_2']);
    expect(outline(readTranscript(documentOf(store, 'ses_1')))).toEqual(outline(exported));
    expect(store?.document('nobody')).toBeUndefined();
  }
});

const TIME = { created: 1, updated: 2 };
const said = (id: string, text: string): Stored => ({ id, type: 'text', text });
const SMALL: Rows = {
  info: { id: 'ses_9', title: 'Small', time: TIME },
  messages: [
    { info: { id: 'msg_1', role: 'user', time: TIME }, parts: [said('a', 'Forge it.')] },
    {
      info: { id: 'msg_2', role: 'assistant', time: TIME },
      parts: [
        {
          id: 'b',
          type: 'tool',
          callID: 'c1',
          tool: 'bash',
          state: { status: 'completed', input: {}, output: 'hot' },
        },
      ],
    },
    {
      info: { id: 'msg_3', role: 'assistant', time: TIME },
      parts: [said('c', 'It is forged.')],
    },
  ],
};

/** What the account says of a store's session, and every word that was kept of it. */
function accountOf(store: OpencodeStore | undefined): { malformed: string[]; kept: string; drawn: readonly string[] } {
  const read = readTranscript(documentOf(store, 'ses_9'), { format: 'opencode', keep: 'all' });
  expect(accountAddsUp(read.state)).toBe(true);
  const kept = read.events.flatMap((event) =>
    event.type === 'source.record' && (event.fate === 'malformed' || event.fate === 'hidden')
      ? [event.raw ?? JSON.stringify(keptRecord(event))]
      : [],
  );
  return {
    malformed: [...read.account.malformed].map(({ reason }) => reason),
    kept: kept.join('\n'),
    drawn: outline(read),
  };
}

describe('[L4] [issue 11] what is torn in its store', () => {
  it.each<[string, string, { malformed: string[]; words: string; drawn: string[] }]>([
    [
      'the row of a part',
      `update part set data = substr(data, 1, length(data) - 2) where message_id = 'msg_3'`,
      { malformed: ['not JSON'], words: 'It is forged.', drawn: ['@human: Forge it.', '> bash done: hot'] },
    ],
    [
      'the row of a prompt’s part',
      `update part set data = substr(data, 1, length(data) - 2) where message_id = 'msg_1'`,
      { malformed: ['not JSON'], words: 'Forge it.', drawn: ['> bash done: hot', '= It is forged.'] },
    ],
    [
      'a part that is no object',
      `update part set data = '"lost words"' where message_id = 'msg_3'`,
      { malformed: ['no object'], words: 'lost words', drawn: ['@human: Forge it.', '> bash done: hot'] },
    ],
    [
      'a part of bytes',
      `update part set data = cast('{"text":"lost words' as blob) where message_id = 'msg_3'`,
      { malformed: ['not JSON'], words: 'lost words', drawn: ['@human: Forge it.', '> bash done: hot'] },
    ],
    [
      'the row of a message: what only an agent writes stays its',
      `update message set data = '{"role":"assis' where id = 'msg_2'`,
      {
        malformed: ['not JSON'],
        words: '{"role":"assis',
        drawn: ['@human: Forge it.', '> bash done: hot', '= It is forged.'],
      },
    ],
    [
      'the row of a message: of words it is not known whose they are',
      `update message set data = '{"role":"assis' where id = 'msg_3'`,
      { malformed: ['not JSON'], words: 'It is forged.', drawn: ['@human: Forge it.', '> bash done: hot'] },
    ],
    [
      'a message that is gone: its call stays',
      `delete from message where id = 'msg_2'`,
      { malformed: [], words: '', drawn: ['@human: Forge it.', '> bash done: hot', '= It is forged.'] },
    ],
    [
      'a message that is gone: its words are kept',
      `delete from message where id = 'msg_3'`,
      { malformed: [], words: 'It is forged.', drawn: ['@human: Forge it.', '> bash done: hot'] },
    ],
  ])('is in the account with its words: %s', (_, damage, { malformed, words, drawn }) => {
    const folder = emptyFolder();
    databaseIn(folder, [SMALL]).exec(damage);
    const account = accountOf(openOpencodeStore(folder));
    expect(account).toMatchObject({ malformed, drawn });
    expect(account.kept).toContain(words);
  });

  it.each<[string, (storage: string) => void, { malformed: string[]; words: string }]>([
    [
      'a part',
      (at) => writeFileSync(join(at, 'part/msg_1/a.json'), '{"text":"torn wo'),
      { malformed: ['not JSON'], words: 'torn wo' },
    ],
    [
      'a message',
      (at) => writeFileSync(join(at, 'message/ses_9/msg_1.json'), '{"role":"us'),
      { malformed: ['not JSON'], words: 'Forge it.' },
    ],
    [
      'a session',
      (at) => writeFileSync(join(at, 'session/p/ses_9.json'), '{"title":"torn wo'),
      { malformed: ['not JSON'], words: 'torn wo' },
    ],
    [
      'a part that is a link',
      (at) => {
        rmSync(join(at, 'part/msg_1/a.json'));
        symlinkSync('nowhere', join(at, 'part/msg_1/a.json'));
      },
      { malformed: ['a.json is not read: it is a link'], words: '' },
    ],
    [
      'a part that is a folder of a link',
      (at) => {
        rmSync(join(at, 'part/msg_1'), { recursive: true });
        symlinkSync('nowhere', join(at, 'part/msg_1'));
      },
      { malformed: ['msg_1 is not read: it is a link'], words: '' },
    ],
  ])('in folders, too: %s', (_, damage, { malformed, words }) => {
    const storage = join(emptyFolder(), 'storage');
    const put = (path: string, value: object): void => {
      mkdirSync(dirname(join(storage, path)), { recursive: true });
      writeFileSync(join(storage, path), JSON.stringify(value));
    };
    put('session/p/ses_9.json', SMALL.info);
    for (const { info, parts } of SMALL.messages) {
      put(`message/ses_9/${info.id}.json`, info);
      for (const part of parts) put(`part/${info.id}/${part.id}.json`, part);
    }
    damage(storage);
    const account = accountOf(openOpencodeStore(storage));
    expect(account.malformed).toEqual(malformed);
    expect(account.kept).toContain(words);
    expect(account.drawn).toContain('= It is forged.');
  });
});

describe('[issue 11] the stamp of a session', () => {
  const CHILD: Rows = {
    info: { id: 'ses_10', parentID: 'ses_9', title: 'Child', time: TIME },
    messages: [{ info: { id: 'msg_4', role: 'user', time: TIME }, parts: [said('d', 'Blow.')] }],
  };
  const stampIn = (folder: string, id: string): string | undefined => {
    const store = openOpencodeStore(folder);
    onTestFinished(() => store?.close());
    return store?.sessions().find((session) => session.id === id)?.stamp;
  };

  it.each([
    ['a part grew', `update part set data = data || ' ' where message_id = 'msg_3'`],
    ['a part was changed', `update part set time_updated = 99 where message_id = 'msg_1'`],
    ['a part came', `insert into part values ('z', 'msg_3', 'ses_9', 1, 1, '')`],
    ['a part is gone', `delete from part where message_id = 'msg_1'`],
    ['a message grew', `update message set data = data || ' ' where id = 'msg_1'`],
    ['a message came', `insert into message values ('z', 'ses_9', 1, 1, '')`],
    ['its title is another', `update session set title = 'Other' where id = 'ses_9'`],
    ['a session that it started grew', `update part set data = data || ' ' where message_id = 'msg_4'`],
  ])('is another one after a change, though the session’s own time is the same: %s', (_, change) => {
    const folder = emptyFolder();
    const database = databaseIn(folder, [
      SMALL,
      CHILD,
      { ...CHILD, info: { ...CHILD.info, id: 'ses_11', parentID: undefined }, messages: [] },
    ]);
    const before = [stampIn(folder, 'ses_9'), stampIn(folder, 'ses_11')];
    expect(before).not.toContain(undefined);
    expect(stampIn(folder, 'ses_9')).toBe(before[0]);
    database.exec(change);
    expect(stampIn(folder, 'ses_9')).not.toBe(before[0]);
    expect(stampIn(folder, 'ses_11')).toBe(before[1]);
  });

  it('there is none where sessions started each other in a circle', () => {
    const folder = emptyFolder();
    const database = databaseIn(folder, [SMALL, CHILD]);
    database.exec(`update session set parent_id = 'ses_10' where id = 'ses_9'`);
    expect(stampIn(folder, 'ses_9')).toBeUndefined();
  });
});

it('a folder that is none of this is no store, and an id is no path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-opencode-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(openOpencodeStore(folder)).toBeUndefined();
  expect(openOpencodeStore(join(folder, 'missing'))).toBeUndefined();

  const secret = join(folder, 'secret.json');
  writeFileSync(secret, JSON.stringify({ id: '../../secret', title: 'secret' }));
  const store = openOpencodeStore(join(FIXTURES, 'opencode', 'storage'));
  expect(store?.document('../../../opencode/small')).toBeUndefined();
  symlinkSync(secret, join(folder, 'link.json'));
  expect(store?.document('link')).toBeUndefined();
});

describe('[issue 11] [L1] what a person undid in opencode', () => {
  const part = (id: string, text: string): object => ({ id, type: 'text', text });
  const message = (id: string, role: string, ...parts: object[]): object => ({ info: { id, role }, parts });
  const messages = [
    message('m1', 'user', part('p1', 'Forge.')),
    message('m2', 'assistant', part('p2', 'Forged.')),
    message('m3', 'user', part('p3', 'Melt it.')),
    message('m4', 'assistant', part('p4', 'Melting.'), part('p5', 'Molten.')),
  ];

  it.each([
    ['a message and all after it', { messageID: 'm3' }, ['@human: Forge.', '= Forged.'], 3],
    [
      'from a part on',
      { messageID: 'm4', partID: 'p5' },
      ['@human: Forge.', '= Forged.', '@human: Melt it.', '= Melting.'],
      1,
    ],
    ['all', { messageID: 'm1' }, [], 5],
  ] as const)('%s', (_, revert, seen, rewound) => {
    const { state, drawn } = readTranscript(JSON.stringify({ info: { id: 's', revert }, messages }));
    expect(outline({ drawn })).toEqual(seen);
    expect(accountAddsUp(state)).toBe(true);
    expect(state.account.hidden.get('rewound') ?? 0).toBe(rewound);
  });

  it('nothing, if the message is not there', () => {
    const read = (revert: object): readonly string[] =>
      outline(readTranscript(JSON.stringify({ info: { id: 's', ...revert }, messages })));
    expect(read({ revert: { messageID: 'gone' } })).toEqual(read({}));
  });
});
