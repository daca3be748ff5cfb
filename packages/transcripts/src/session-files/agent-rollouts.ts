import { basename, dirname, join } from 'node:path';
import { timeOfId } from '../codex/replay.ts';
import type { AgentFile } from './agent-files.ts';
import { namesIn } from './session-folder.ts';

const DAY_MS = 86_400_000;
/** `…/2026/01/31` */
const DATED = /[\\/]\d{4}[\\/]\d{2}[\\/]\d{2}$/;
/** More than any session starts. */
const MOST_AGENTS = 1000;

/** The rollouts of the agents that a Codex session started, and of those that they started. `told`: what the file read last says. */
export function* agentRollouts(path: string, told: () => ReadonlyMap<string, string>): Generator<AgentFile> {
  const seen = new Set<string>();
  const waiting = [...told()];
  for (let next = waiting.shift(); next !== undefined && seen.size < MOST_AGENTS; next = waiting.shift()) {
    const [agent, call] = next;
    if (seen.has(agent)) continue;
    seen.add(agent);
    const file = rolloutOf(path, agent);
    if (file === undefined) continue;
    yield { agent, call, ...file };
    waiting.push(...told());
  }
}

/** Rollouts are in folders by date, and an agent's id tells when it was made. */
function rolloutOf(path: string, agent: string): Pick<AgentFile, 'folder' | 'name'> | undefined {
  if (!/^[\w-][\w-]*$/.test(agent)) return undefined;
  const ending = new RegExp(`-${agent}\\.jsonl(\\.(zst|gz))?$`);
  for (const folder of foldersFor(dirname(path), agent)) {
    const name = namesIn(folder).find((file) => ending.test(file) && file !== basename(path));
    if (name !== undefined) return { folder, name };
  }
  return undefined;
}

/** The date is the one of the clock on the wall: a day earlier or later than by the id. */
function foldersFor(folder: string, agent: string): readonly string[] {
  const at = timeOfId(agent);
  if (at === undefined || !DATED.test(folder)) return [folder];
  const days = [at, at - DAY_MS, at + DAY_MS].map((time) => new Date(time).toISOString().slice(0, 10).split('-'));
  return [...new Set([folder, ...days.map((day) => join(folder, '..', '..', '..', ...day))])];
}
