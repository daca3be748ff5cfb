/** What a run changed: seen, undone, and refused where somebody's work would be lost. With the agent itself, in a real folder. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chatAskUser, hasWork, policyByTool, recoverRun, runAgent, saveFile } from '@toolthread/agent';
import { type ChangesItem, type FileChange, HUMAN } from '@toolthread/core';
import { type Script, scriptedModel } from '@toolthread/providers/scripted';
import type { Agent } from '@toolthread/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRoom, type Room } from './room.ts';
import { field, newThread, until, unwrap } from './start-server.ts';

/** `a.txt=one b.txt=two` saves two files; `ask` asks a question. */
const script: Script = ({ prompt, turn }) => {
  if (turn > 0) return [{ type: 'text', text: 'Done.' }];
  return prompt.split(' ').map((word) => {
    const [path = '', content = ''] = word.split('=');
    if (path === 'ask')
      return { type: 'call', name: chatAskUser.name, arguments: { questions: [{ question: 'Which?' }] } };
    return { type: 'call', name: saveFile.name, arguments: { path, content: `${content}\n` } };
  });
};

interface Workshop {
  readonly room: Room;
  readonly file: (name: string) => string;
  /** Lets the agent do it to the end; gives the names of all changes. */
  readonly work: (prompt: string) => Promise<readonly ChangesItem[]>;
}

async function workshop(): Promise<Workshop> {
  const data = mkdtempSync(join(tmpdir(), 'toolthread-changes-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const folder = join(data, 'workspace');
  mkdirSync(folder);
  const agent: Agent = {
    hasWork,
    recover: recoverRun,
    run: (input) =>
      runAgent({
        ...input,
        model: scriptedModel(script, { speed: Infinity }),
        tools: [saveFile, chatAskUser],
        policy: policyByTool({}, 'allow'),
        workspace: folder,
      }),
  };
  const room = await openRoom({ agent, workspaceOf: () => folder, file: join(data, 'ledger.db') });
  return {
    room,
    file: (name) => join(folder, name),
    work: async (prompt) => {
      const before = (await changes(room)).length;
      await room.say(prompt);
      await until(async () => ((await changes(room)).length > before ? true : undefined), 'the account');
      await room.untilStatus('completed');
      return changes(room);
    },
  };
}

async function changes(room: Pick<Room, 'timeline'>): Promise<readonly ChangesItem[]> {
  return (await room.timeline()).items.toArray().filter((item) => item.kind === 'changes');
}

const look = (room: Room, change: string): ReturnType<Room['call']> =>
  room.call('GET', room.path(`/changes/${change}`));
const undo = (room: Room, change: string): ReturnType<Room['call']> =>
  room.call('POST', room.path(`/changes/${change}/undo`));

test('a run that writes: its change is seen with its diff, undone, and the undo is a change too', async () => {
  const { room, file, work } = await workshop();
  writeFileSync(file('a.txt'), 'zero\n');
  const [made] = await work('a.txt=one b.txt=two');
  const change = made?.change ?? 'none';
  const seen = await look(room, change);
  expect(seen.json).toEqual({
    files: [
      { path: 'a.txt', before: expect.any(String), after: expect.any(String), added: 1, removed: 1 },
      { path: 'b.txt', after: expect.any(String), added: 1, removed: 0 },
    ],
    unknown: [],
    diff: expect.stringMatching(/-zero\n\+one\n[^]*\/dev\/null[^]*\+two\n/),
    undo: 'possible',
  });
  const undone = await undo(room, change);
  expect([undone.status, field(undone.json, 'change')]).toEqual([200, expect.any(String)]);
  expect([readFileSync(file('a.txt'), 'utf8'), existsSync(file('b.txt'))]).toEqual(['zero\n', false]);
  const name = String(field(undone.json, 'change'));
  expect((await room.events()).at(-1)).toMatchObject({
    type: 'workspace.changed',
    change: name,
    undoes: change,
    by: HUMAN,
  });
  expect(field((await look(room, change)).json, 'undo')).toBe('undone');
  const back = await look(room, name);
  expect(field(back.json, 'undo')).toBe('is-undo');
  expect(field(back.json, 'diff')).toMatch(/-one\n\+zero\n/);
  expect((await room.state()).anomalies.count).toBe(0);
  expect(room.errors).toEqual([]);
});

test('after an undo nothing begins by itself, and the thread goes on', async () => {
  const { room, file, work } = await workshop();
  const [made] = await work('a.txt=one');
  await undo(room, made?.change ?? 'none');
  const before = await room.events();
  room.runner.wake(room.thread);
  const again = await room.restart();
  await again.runner.recover();
  await again.runner.close();
  expect(await again.events()).toEqual(before);
  expect(unwrap(await again.ledger.thread(again.thread))).toMatchObject({ unfinished: false, status: 'completed' });
  expect(existsSync(file('a.txt'))).toBe(false);
});

test.each([
  ['before a file is touched', true, 'Another node has taken this thread over meanwhile. Nothing was undone.'],
  [
    'before it is recorded',
    false,
    expect.stringMatching(/taken this thread over meanwhile\. All files .* undo again\./),
  ],
])('an undo that loses its thread %s says what it did', async (_, early, message) => {
  const { room, file, work } = await workshop();
  const [made] = await work('a.txt=one');
  const change = made?.change ?? 'none';
  const { append } = room.ledger;
  const spy = vi.spyOn(room.ledger, 'append').mockImplementation(async (thread, drafts, how) => {
    if (how?.run !== undefined && (early || drafts.length > 0)) unwrap(await room.ledger.claimRun(thread, 'another'));
    return append(thread, drafts, how);
  });
  expect(await undo(room, change)).toMatchObject({ status: 409, json: { error: { code: 'stale_run', message } } });
  expect([existsSync(file('a.txt')), (await changes(room)).length]).toEqual([early, 1]);
  spy.mockRestore();
  expect((await undo(room, change)).status).toBe(200);
  expect(existsSync(file('a.txt'))).toBe(false);
});

test('of many undos at once one wins; the others are told why', async () => {
  const { room, work } = await workshop();
  const [made] = await work('a.txt=one');
  const answers = await Promise.all([1, 2, 3, 4].map(() => undo(room, made?.change ?? 'none')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, json } of answers) {
    if (status !== 200) expect(['busy', 'not_undoable']).toContain(field(json, 'error', 'code'));
  }
  const undos = (await room.events()).filter(
    (event) => event.type === 'workspace.changed' && event.undoes !== undefined,
  );
  expect(undos).toHaveLength(1);
  const again = await undo(room, made?.change ?? 'none');
  expect([again.status, field(again.json, 'error', 'message')]).toEqual([
    409,
    expect.stringContaining('already undone'),
  ]);
  const [, taken] = await changes(room);
  expect((await undo(room, taken?.change ?? 'none')).status).toBe(409);
});

test('a file that was changed since stays as it is, and so do all the others', async () => {
  const { room, file, work } = await workshop();
  const [made] = await work('a.txt=one b.txt=two');
  writeFileSync(file('b.txt'), "somebody's work\n");
  const before = await room.events();
  const refused = await undo(room, made?.change ?? 'none');
  expect([refused.status, field(refused.json, 'error', 'message')]).toEqual([409, expect.stringContaining('b.txt')]);
  expect([readFileSync(file('a.txt'), 'utf8'), readFileSync(file('b.txt'), 'utf8')]).toEqual([
    'one\n',
    "somebody's work\n",
  ]);
  expect(await room.events()).toEqual(before);
});

test('not while a run is under way, or waits for a person', async () => {
  const { room, file, work } = await workshop();
  const [made] = await work('a.txt=one');
  await room.say('ask');
  await room.untilStatus('awaiting_user');
  const refused = await undo(room, made?.change ?? 'none');
  expect([refused.status, field(refused.json, 'error', 'code')]).toEqual([409, 'busy']);
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('one\n');
  await room.call('POST', room.path('/stop'));
  await room.untilStatus('cancelled');
  expect((await undo(room, made?.change ?? 'none')).status).toBe(200);
});

test('a change that is not there, a thread that is not there', async () => {
  const { room, work } = await workshop();
  const [made] = await work('a.txt=one');
  const other = await newThread(room);
  for (const path of ['none', '__proto__', '%2e%2e', 'w0']) {
    expect([path, (await look(room, path)).status, (await undo(room, path)).status]).toEqual([path, 404, 404]);
  }
  for (const thread of [other, 'none']) {
    const path = `/api/threads/${thread}/changes/${made?.change}`;
    expect((await room.call('GET', path)).status).toBe(404);
    expect((await room.call('POST', `${path}/undo`)).status).toBe(404);
  }
});

/** A change that no agent made here: of files as large and as many as the test wants. */
async function told(room: Room, contents: readonly string[]): Promise<string> {
  const hashes = unwrap(await room.ledger.putBlobs(contents.map((content) => new TextEncoder().encode(content))));
  const files = hashes.map((after, i): FileChange => ({ path: `file ${i}`, after }));
  const unknown = ['large.bin'];
  unwrap(await room.ledger.append(room.thread, [{ type: 'workspace.changed', change: 'w1', files, unknown }]));
  return 'w1';
}

test('a very long diff ends at the end of a line, and says that it does', async () => {
  const room = await openRoom();
  const change = await told(
    room,
    [1, 2, 3, 4].map((i) => `${'😀 line\n'.repeat(50_000)}${i}`),
  );
  const { json } = await look(room, change);
  const diff = String(field(json, 'diff'));
  expect(diff.length).toBeLessThanOrEqual(1_000_000);
  expect(diff).toMatch(/\n\+😀 line\n$/);
  expect(json).toMatchObject({ unknown: ['large.bin'], files: [{}, {}, {}, {}], cut: { files: 1 } });
  const one = await openRoom();
  const line = await told(one, ['x'.repeat(3_000_000)]);
  const { json: long } = await look(one, line);
  expect(String(field(long, 'diff')).length).toBeLessThanOrEqual(1_000_000);
  expect(long).toMatchObject({ cut: { files: 0 } });
});

test('where nobody knows where the files are, nothing can be undone, and it says so', async () => {
  const room = await openRoom();
  const refused = await undo(room, await told(room, ['x']));
  expect([refused.status, field(refused.json, 'error', 'code')]).toEqual([409, 'no_workspace']);
});

test('the ledger counts the files that the agent saved before it wrote as the thread’s', async () => {
  const { room, file, work } = await workshop();
  writeFileSync(file('untouched.txt'), 'as it was\n');
  await work('a.txt=one');
  const hash = createHash('sha256').update('as it was\n').digest('hex');
  const database = new DatabaseSync(file('../ledger.db'), { readOnly: true });
  onTestFinished(() => database.close());
  expect(database.prepare('select thread from tree_uses where hash = ?').all(hash)).toEqual([{ thread: room.thread }]);
});
