/** A home with sessions of every agent that `toolthread sessions` lists, in equal shares; the same every time. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A call and its result of about 2 KB each. */
const STEPS = 50;
const OUTPUT = 'one line of output\n'.repeat(60);
const START = 1_770_000_000_000;

/** Removed by whoever made it. */
export function sessionHome(files: number): string {
  const home = mkdtempSync(join(tmpdir(), 'toolthread-bench-'));
  const database = openDatabase(home);
  for (let file = 0; file < files; file += 1) WRITERS[file % WRITERS.length]?.(home, file, database);
  database.exec('commit');
  database.close();
  return home;
}

export function removeHome(home: string): void {
  rmSync(home, { recursive: true });
}

type Write = (home: string, file: number, database: DatabaseSync) => void;

const WRITERS: readonly Write[] = [claudeCode, codex, pi, gemini, opencodeFolders, opencodeDatabase];

const steps = Array.from({ length: STEPS }, (_, step) => step);
const at = (file: number, step: number): number => START + file * 60_000 + step * 1000;
const iso = (file: number, step: number): string => new Date(at(file, step)).toISOString();
const folderOf = (file: number): string => `/home/me/project-${file % 20}`;

function put(path: string, records: readonly object[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function claudeCode(home: string, file: number): void {
  const record = (step: number, part: string, type: string, message: object): object => ({
    type,
    message,
    sessionId: `s-${file}`,
    cwd: folderOf(file),
    isSidechain: false,
    uuid: `${file}-${step}-${part}`,
    timestamp: iso(file, step),
  });
  const usage = { input_tokens: 9, output_tokens: 120 };
  put(join(home, '.claude', 'projects', `-home-me-project-${file % 20}`, `session-${file}.jsonl`), [
    record(0, 'q', 'user', { role: 'user', content: `Question ${file}` }),
    ...steps.flatMap((step) => {
      const id = `toolu_${file}_${step}`;
      const call = { type: 'tool_use', id, name: 'Bash', input: { command: `ls ${step}` } };
      const result = { type: 'tool_result', tool_use_id: id, content: OUTPUT };
      return [
        record(step, 'c', 'assistant', { id: `msg_${step}`, role: 'assistant', usage, content: [call] }),
        record(step, 'r', 'user', { role: 'user', content: [result] }),
      ];
    }),
  ]);
}

function codex(home: string, file: number): void {
  const line = (step: number, type: string, payload: object): object => ({ timestamp: iso(file, step), type, payload });
  const asked = [{ type: 'input_text', text: `Question ${file}` }];
  put(join(home, '.codex', 'sessions', '2026', '02', '02', `rollout-2026-02-02T00-00-00-t${file}.jsonl`), [
    line(0, 'session_meta', { id: `t${file}`, cwd: folderOf(file), cli_version: '0.150.0' }),
    line(0, 'response_item', { type: 'message', role: 'user', content: asked }),
    ...steps.flatMap((step) => {
      const call = { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: `c${step}` };
      const output = { type: 'function_call_output', call_id: `c${step}`, output: OUTPUT };
      return [line(step, 'response_item', call), line(step, 'response_item', output)];
    }),
  ]);
}

function pi(home: string, file: number): void {
  const entry = (step: number, id: string, parentId: string | null, message: object): object => ({
    type: 'message',
    id,
    parentId,
    timestamp: iso(file, step),
    message,
  });
  put(join(home, '.pi', 'agent', 'sessions', `--home-me-project-${file % 20}--`, `1_p${file}.jsonl`), [
    { type: 'session', version: 3, id: `p${file}`, timestamp: iso(file, 0), cwd: folderOf(file) },
    entry(0, 'q', null, { role: 'user', content: `Question ${file}` }),
    ...steps.flatMap((step) => {
      const content = [{ type: 'toolCall', id: `k${step}`, name: 'bash', arguments: { command: 'ls' } }];
      const output = [{ type: 'text', text: OUTPUT }];
      return [
        entry(step, `c${step}`, step === 0 ? 'q' : `r${step - 1}`, { role: 'assistant', model: 'm', content }),
        entry(step, `r${step}`, `c${step}`, { role: 'toolResult', toolCallId: `k${step}`, content: output }),
      ];
    }),
  ]);
}

function gemini(home: string, file: number): void {
  put(join(home, '.gemini', 'tmp', `hash${file % 20}`, 'chats', `session-2026-02-02T00-00-g${file}.jsonl`), [
    { sessionId: `g${file}`, projectHash: 'h', startTime: iso(file, 0), lastUpdated: iso(file, STEPS) },
    { id: 'q', timestamp: iso(file, 0), type: 'user', content: `Question ${file}` },
    ...steps.map((step) => {
      const result = [{ functionResponse: { id: `v${step}`, name: 'shell', response: { output: OUTPUT } } }];
      const call = { id: `v${step}`, name: 'shell', args: { command: 'ls' }, status: 'success', result };
      return { id: `m${step}`, timestamp: iso(file, step), type: 'gemini', content: '', toolCalls: [call] };
    }),
  ]);
}

function opencodeTurn(file: number, step: number): { info: object; part: object } {
  const time = { start: at(file, step), end: at(file, step) + 500 };
  const state = { status: 'completed', input: { command: 'ls' }, output: OUTPUT, title: 'ls', metadata: {}, time };
  return {
    info: { role: 'assistant', time: { created: at(file, step) } },
    part: { type: 'tool', callID: `c${step}`, tool: 'bash', state },
  };
}

const pad = (step: number): string => String(step).padStart(4, '0');

/** One message holds all steps, as files of their own: the folders are what costs. */
function opencodeFolders(home: string, file: number): void {
  const storage = join(home, '.data', 'opencode', 'storage');
  const session = `ses_${file}`;
  const time = { created: at(file, 0), updated: at(file, STEPS) };
  put(join(storage, 'session', `p${file % 20}`, `${session}.json`), [
    { id: session, title: `Question ${file}`, directory: folderOf(file), version: '1', projectID: 'p', time },
  ]);
  const message = `msg_${file}`;
  const { info } = opencodeTurn(file, 0);
  put(join(storage, 'message', session, `${message}.json`), [{ ...info, id: message, sessionID: session }]);
  for (const step of steps) {
    const { part } = opencodeTurn(file, step);
    const id = `prt_${pad(step)}_${file}`;
    put(join(storage, 'part', message, `${id}.json`), [{ ...part, id, messageID: message, sessionID: session }]);
  }
}

/** With the keys that opencode's own has. */
function openDatabase(home: string): DatabaseSync {
  mkdirSync(join(home, '.data', 'opencode'), { recursive: true });
  const database = new DatabaseSync(join(home, '.data', 'opencode', 'opencode.db'));
  database.exec(`
    create table session (id text primary key, slug text, project_id text, directory text, title text, version text, parent_id text, time_created int, time_updated int);
    create table message (id text primary key, session_id text, data text, time_created int);
    create table part (id text primary key, message_id text, session_id text, data text);
    create index message_session_idx on message (session_id);
    create index part_session_idx on part (session_id);
    begin`);
  return database;
}

function opencodeDatabase(_home: string, file: number, database: DatabaseSync): void {
  const session = `ses_${file}`;
  database
    .prepare('insert into session values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(session, 's', 'p', folderOf(file), `Question ${file}`, '1', null, at(file, 0), at(file, STEPS));
  const message = database.prepare('insert into message values (?, ?, ?, ?)');
  const part = database.prepare('insert into part values (?, ?, ?, ?)');
  for (const step of steps) {
    const turn = opencodeTurn(file, step);
    const id = `msg_${file}_${pad(step)}`;
    message.run(id, session, JSON.stringify(turn.info), at(file, step));
    part.run(`prt_${file}_${pad(step)}`, id, session, JSON.stringify(turn.part));
  }
}
