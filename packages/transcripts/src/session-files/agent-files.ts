import { fieldsOf, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseJson } from '../records/parse-json.ts';
import { fileChunks } from './file-chunks.ts';
import { filesIn, openOwnFile, readOwnFile, sessionFolder } from './session-folder.ts';

/** The transcript of a child run, and the call that started it, where a file beside it says so. */
export interface AgentFile {
  readonly agent: string;
  readonly call: string | undefined;
  readonly folder: string;
  readonly name: string;
}

/** A first line names its session early on. */
const MOST_FIRST_LINE = 4 * 1024 * 1024;
const NEWLINE = 10;

const AGENT = /^agent-([\w-]+)\.jsonl$/;

/** What the file that was opened says of the runs beside it. */
export interface Opened {
  readonly session: string | undefined;
  /** Whether a file that was read so far started the agent, by the agent's id or by a call. */
  started(agent: string, call: string | undefined): boolean;
}

/**
 * Claude Code's child runs: in the session's folder; in older versions beside the session, with its id in their first line. Beside the
 * file of a child run lie its siblings, and the runs that it started.
 */
export async function* agentFiles(path: string, opened: Opened): AsyncGenerator<AgentFile> {
  const own = AGENT.exec(basename(path).replace(/\.(zst|gz)$/, ''))?.[1];
  // The folder may be reached by a link; what lies in it may be none.
  const beside = realFolder(dirname(path));
  const inFolder = filesIn(beside).includes(basename(path));
  if (own !== undefined) {
    const siblings = inFolder ? agentsIn(beside).filter(({ agent }) => agent !== own) : [];
    for (const file of inDepth(siblings)) if (opened.started(file.agent, file.call)) yield file;
    return;
  }
  const folder = sessionFolder(path, 'subagents');
  const older: (AgentFile & { depth: number })[] = [];
  for (const file of inFolder && opened.session !== undefined ? agentsIn(beside) : [])
    if ((await sessionIn(file)) === opened.session) older.push(file);
  yield* inDepth([...(folder === undefined ? [] : agentsIn(folder)), ...older]);
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
  return filesIn(folder).flatMap((name) => {
    const agent = AGENT.exec(name)?.[1];
    if (agent === undefined) return [];
    const meta = jsonIn(readOwnFile(folder, `agent-${agent}.meta.json`));
    const depth = numberOf(meta['spawnDepth']) ?? 0;
    return [{ agent, call: textOf(meta['toolUseId']), folder, name, depth }];
  });
}

async function sessionIn({ folder, name }: AgentFile): Promise<string | undefined> {
  const file = openOwnFile(folder, name);
  const first: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === undefined ? [] : fileChunks(file)) {
      const end = chunk.indexOf(NEWLINE);
      first.push(end === -1 ? chunk : chunk.subarray(0, end));
      bytes += chunk.length;
      if (end !== -1 || bytes > MOST_FIRST_LINE) break;
    }
  } catch {
    return undefined;
  }
  return textOf(jsonIn(Buffer.concat(first))['sessionId']);
}

function jsonIn(bytes: Uint8Array | undefined): JsonFields {
  const parsed = bytes === undefined ? undefined : parseJson(Buffer.from(bytes).toString('utf8'));
  return parsed?.ok === true ? fieldsOf(parsed.value) : {};
}
