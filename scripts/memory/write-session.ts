import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sessionAgents } from './session-lines.ts';
import { sessionShapes } from './session-shapes.ts';

/** Lines are written together up to so many characters. */
const BATCH = 1024 * 1024;
/** The session that is there again and again in a file of `copies`. */
const COPIED = 'results';
const COPY_BYTES = 500 * 1024;

export const shapeNames: readonly string[] = [...sessionShapes.keys(), 'copies'];

/** The file's path. One that was made before is not made again: `writeSession({ folder: '/tmp/a', agent: 'codex', shape: 'results', bytes: 1e9 })`. */
export function writeSession({ folder, agent, shape, bytes }: WhatToWrite): string {
  const path = join(folder, `${agent}-${shape}-${bytes}.jsonl`);
  if (existsSync(path)) return path;
  const part = `${path}.part`;
  const file = openSync(part, 'w');
  let size = 0;
  let batch: string[] = [];
  let waiting = 0;
  for (const line of shape === 'copies' ? copies(agent) : linesOf(agent, shape)) {
    batch.push(line);
    waiting += line.length;
    if (waiting < BATCH) continue;
    size += writeSync(file, batch.join(''));
    batch = [];
    waiting = 0;
    if (size >= bytes) break;
  }
  closeSync(file);
  renameSync(part, path);
  return path;
}

/** Where programs leave what they did, below a person's folder. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['claude-code', '.claude/projects/-home-me-parser/00000000-0000-4000-8000-000000000001.jsonl'],
  ['codex', '.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-00000000-0000-4000-8000-000000000001.jsonl'],
]);

/** A person's folder in which this session is the only one. */
export function homeWith(path: string, agent: string): string {
  const home = `${path}.home`;
  const place = join(home, PLACES.get(agent) ?? '');
  mkdirSync(dirname(place), { recursive: true });
  if (!existsSync(place)) linkSync(path, place);
  return home;
}

interface WhatToWrite {
  readonly folder: string;
  readonly agent: string;
  readonly shape: string;
  readonly bytes: number;
}

function* linesOf(agent: string, shape: string): Iterable<string> {
  const lines = sessionAgents.get(agent)?.();
  const turn = sessionShapes.get(shape);
  if (lines === undefined || turn === undefined) throw new Error(`there is no session of ${agent} with ${shape}`);
  yield lines.start;
  for (let place = 0; ; place += 1) yield* turn(lines, place);
}

function* copies(agent: string): Iterable<string> {
  const lines: string[] = [];
  let size = 0;
  for (const line of linesOf(agent, COPIED)) {
    lines.push(line);
    size += line.length;
    if (size >= COPY_BYTES) break;
  }
  for (;;) yield* lines;
}
