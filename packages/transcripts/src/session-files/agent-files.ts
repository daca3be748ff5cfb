import { fieldsOf, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseJson } from '../records/parse-json.ts';
import { decompress } from './decompress.ts';
import { filesIn, readOwnFile, sessionFolder } from './session-folder.ts';

/** The transcript of a child run, and the call that started it, where a file beside it says so. */
export interface AgentFile {
  readonly agent: string;
  readonly call: string | undefined;
  readonly bytes: Uint8Array;
}

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
export function* agentFiles(path: string, opened: Opened): Generator<AgentFile> {
  const own = AGENT.exec(basename(path).replace(/\.(zst|gz)$/, ''))?.[1];
  // The folder may be reached by a link; what lies in it may be none.
  const beside = realFolder(dirname(path));
  const inFolder = filesIn(beside).includes(basename(path));
  if (own !== undefined) {
    const siblings = inFolder ? agentsIn(beside, () => true).filter(({ agent }) => agent !== own) : [];
    for (const file of inDepth(siblings)) if (opened.started(file.agent, file.call)) yield file;
    return;
  }
  const folder = sessionFolder(path, 'subagents');
  const isOwn = (bytes: Uint8Array): boolean => opened.session !== undefined && sessionIn(bytes) === opened.session;
  yield* inDepth([
    ...(folder === undefined ? [] : agentsIn(folder, () => true)),
    ...(inFolder ? agentsIn(beside, isOwn) : []),
  ]);
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

function agentsIn(folder: string, isOwn: (bytes: Uint8Array) => boolean): readonly (AgentFile & { depth: number })[] {
  return filesIn(folder).flatMap((name) => {
    const agent = AGENT.exec(name)?.[1];
    const read = agent === undefined ? undefined : readOwnFile(folder, name);
    const whole = read === undefined ? undefined : decompress(read);
    if (agent === undefined || whole?.ok !== true || !isOwn(whole.bytes)) return [];
    const meta = jsonIn(readOwnFile(folder, `agent-${agent}.meta.json`));
    const depth = numberOf(meta['spawnDepth']) ?? 0;
    return [{ agent, call: textOf(meta['toolUseId']), bytes: whole.bytes, depth }];
  });
}

function sessionIn(bytes: Uint8Array): string | undefined {
  const end = bytes.indexOf(10);
  return textOf(jsonIn(bytes.subarray(0, end === -1 ? bytes.length : end))['sessionId']);
}

function jsonIn(bytes: Uint8Array | undefined): JsonFields {
  const parsed = bytes === undefined ? undefined : parseJson(Buffer.from(bytes).toString('utf8'));
  return parsed?.ok === true ? fieldsOf(parsed.value) : {};
}
