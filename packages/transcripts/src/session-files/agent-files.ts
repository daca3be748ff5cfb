import { thrownWords } from '@toolthread/core/text';
import { fieldsOf, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseJson } from '../records/parse-json.ts';
import { fileChunks } from './file-chunks.ts';
import { namesIn, NOT_THERE, openOwnFile, readOwnFile, sessionFolder } from './session-folder.ts';
import type { Own } from './session-folder.ts';

/** The transcript of a child run, and the call that started it, where a file beside it says so. */
export interface AgentFile {
  readonly agent: string;
  readonly call: string | undefined;
  readonly folder: string;
  readonly name: string;
}

/** What is not read, and why: `agent-1.jsonl`, `it is a link`. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** A first line names its session early on. */
const MOST_FIRST_LINE = 4 * 1024 * 1024;
const NEWLINE = 10;

const AGENT = /^agent-([\w-][\w-]*)\.jsonl(?:\.(?:zst|gz))?$/;

/** What the file that was opened says of the runs beside it. */
export interface Opened {
  readonly session: string | undefined;
  /** Whether a file that was read so far started the agent, by the agent's id or by a call. */
  started(agent: string, call: string | undefined): boolean;
}

/**
 * Claude Code's child runs: in the session's folder; in older versions beside the session, with its id in their first line. Beside the
 * file of a child run are its siblings, and the runs that it started.
 */
export async function* agentFiles(path: string, opened: Opened): AsyncGenerator<AgentFile | LeftOut> {
  const own = AGENT.exec(basename(path))?.[1];
  // The folder may be reached by a link; what is in it may be none.
  const beside = realFolder(dirname(path));
  const inFolder = lstatSync(join(beside, basename(path)), { throwIfNoEntry: false })?.isFile() === true;
  if (own !== undefined) {
    const siblings = inFolder ? agentsIn(beside).filter(({ agent }) => agent !== own) : [];
    yield* eachOnce(startedFirst(inDepth(siblings), opened, 'only'));
    return;
  }
  const folder = sessionFolder(path, 'subagents');
  const older: (AgentFile & { depth: number })[] = [];
  for (const file of inFolder && opened.session !== undefined ? agentsIn(beside) : []) {
    const session = await sessionIn(file);
    // Of one that cannot be read it is not known whose it is, unless the session itself says so.
    const isOurs = session.ok ? session.value === opened.session : opened.started(file.agent, file.call);
    if (isOurs) older.push(file);
  }
  if (!folder.ok && folder.reason !== NOT_THERE) yield { name: 'subagents', reason: folder.reason };
  yield* eachOnce(startedFirst(inDepth([...(folder.ok ? agentsIn(folder.value) : []), ...older]), opened));
}

/** The same run may be there plain and compressed. */
function* eachOnce(files: Iterable<AgentFile>): Iterable<AgentFile | LeftOut> {
  const read = new Map<string, string>();
  for (const file of files) {
    const known = read.get(file.agent);
    if (known !== undefined) yield { name: file.name, reason: `${known} is that run, too` };
    else yield file;
    read.set(file.agent, known ?? file.name);
  }
}

/** First those of which a file that was read so far says that it started them: without a file beside it nobody else knows. `only`: no others. */
function* startedFirst(files: readonly AgentFile[], opened: Opened, only?: 'only'): Iterable<AgentFile> {
  const waiting = [...files];
  while (waiting.length > 0) {
    const started = waiting.findIndex(({ agent, call }) => opened.started(agent, call));
    if (started === -1 && only !== undefined) return;
    yield* waiting.splice(Math.max(0, started), 1);
  }
}

/** Who was started by another comes after it. */
function inDepth(files: readonly (AgentFile & { depth: number })[]): readonly AgentFile[] {
  return files.toSorted((a, b) => a.depth - b.depth);
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function agentsIn(folder: string): readonly (AgentFile & { depth: number })[] {
  return namesIn(folder).flatMap((name) => {
    const agent = AGENT.exec(name)?.[1];
    if (agent === undefined) return [];
    const bytes = readOwnFile(folder, `agent-${agent}.meta.json`);
    const meta = bytes.ok ? jsonIn(bytes.value) : {};
    const depth = numberOf(meta['spawnDepth']) ?? 0;
    return [{ agent, call: textOf(meta['toolUseId']), folder, name, depth }];
  });
}

async function sessionIn({ folder, name }: AgentFile): Promise<Own<string | undefined>> {
  const file = openOwnFile(folder, name);
  if (!file.ok) return file;
  const first: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of fileChunks(file.value)) {
      const end = chunk.indexOf(NEWLINE);
      first.push(end === -1 ? chunk : chunk.subarray(0, end));
      bytes += chunk.length;
      if (end !== -1 || bytes > MOST_FIRST_LINE) break;
    }
  } catch (error) {
    return { ok: false, reason: thrownWords(error) };
  }
  return { ok: true, value: textOf(jsonIn(Buffer.concat(first))['sessionId']) };
}

function jsonIn(bytes: Uint8Array): JsonFields {
  const parsed = parseJson(Buffer.from(bytes).toString('utf8'));
  return parsed.ok ? fieldsOf(parsed.value) : {};
}
