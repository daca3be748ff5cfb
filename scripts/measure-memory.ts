/**
 * The most memory that a command holds with a session of 1 GB, by the session's shape: `npm exec -- node scripts/measure-memory.ts`.
 *
 * The sessions are made for it, one at a time, and removed; FILE is a session of your own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSize } from '@toolthread/core/text';
import { runMeasured } from './memory/run-measured.ts';
import { sessionAgents } from './memory/session-lines.ts';
import { homeWith, shapeNames, writeSession } from './memory/write-session.ts';
import { scriptArguments, wholeNumber } from './script-options.ts';

const TARGETS = ['html', 'md', 'text', 'jsonl', 'anthropic', 'openai'];
const COMMANDS: ReadonlyMap<string, (path: string) => readonly string[]> = new Map([
  ['inspect', (path: string) => ['inspect', path]],
  ['open', (path: string) => ['open', path]],
  ['open-full', (path: string) => ['open', path, '--full']],
  ...TARGETS.map((to) => [to, (path: string) => ['export', path, '--to', to]] as const),
  ...['text', 'md'].map((to) => [`${to}-full`, (path: string) => ['export', path, '--to', to, '--full']] as const),
]);
/** Of all sessions of a person who has only that one. */
const OF_ALL: ReadonlyMap<string, readonly string[]> = new Map([
  ['sessions', ['sessions']],
  ['search', ['search', 'grep', '17-3']],
  ['usage', ['usage', '--by', 'tool']],
]);
/** No command may hold more, in bytes. */
const MOST = 1024 ** 3;
const MB = 1024 * 1024;

const AGENTS = [...sessionAgents.keys()];
const USAGE = `npm exec -- node scripts/measure-memory.ts [--agent ${AGENTS.join('|')}]... [--shape SHAPE]... [--command COMMAND]... [--mb 1024] [--folder DIR] [FILE...]

SHAPE: ${shapeNames.join(', ')}
COMMAND: ${[...COMMANDS.keys(), ...OF_ALL.keys()].join(', ')}
DIR: where the sessions are made, and stay. Without it, each is removed.`;
const several = { type: 'string', multiple: true } as const;
const { values, positionals } = scriptArguments(USAGE, {
  agent: several,
  shape: several,
  command: several,
  mb: { type: 'string', default: '1024' },
  folder: { type: 'string' },
});
const agents = chosen(AGENTS, values.agent);
const shapes = chosen(shapeNames, values.shape);
const commands = chosen([...COMMANDS.keys(), ...OF_ALL.keys()], values.command);
const bytes = wholeNumber(USAGE, values.mb, 1) * MB;
let over = 0;

process.stdout.write(row('session', 'command', 'memory', 'seconds', 'written', ''));
for (const path of positionals) await measure(path, path, undefined);
for (const agent of positionals.length === 0 ? agents : []) {
  for (const shape of shapes) await measureMade(agent, shape);
}
process.exitCode = over === 0 ? 0 : 1;

async function measureMade(agent: string, shape: string): Promise<void> {
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'toolthread-memory-'));
  try {
    const path = writeSession({ folder, agent, shape, bytes });
    await measure(`${agent} ${shape}`, path, homeWith(path, agent));
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true });
  }
}

/** Without a person's folder, the commands that look for sessions are left out. */
async function measure(name: string, path: string, home: string | undefined): Promise<void> {
  for (const command of commands) {
    const ofAll = OF_ALL.get(command);
    if (ofAll !== undefined && home === undefined) continue;
    // What one of them kept, the next one would not read again.
    if (home !== undefined) rmSync(join(home, '.cache'), { recursive: true, force: true });
    const args = ofAll ?? COMMANDS.get(command)?.(path) ?? [];
    const { peak, seconds, written, code, said } = await runMeasured(args, home === undefined ? {} : onlyHome(home));
    // A search that finds nothing says so with its code.
    const isWell = code === 0 || (command === 'search' && code === 1);
    const isOver = !isWell || peak === undefined || peak > MOST;
    if (isOver) over += 1;
    const memory = peak === undefined ? 'unknown' : formatSize(peak);
    const verdict = isOver ? `✗ ${isWell ? '' : `${code ?? 'ended'} ${said}`}` : '';
    process.stdout.write(row(name, command, memory, seconds?.toFixed(0) ?? '', formatSize(written), verdict));
  }
}

function onlyHome(home: string): NodeJS.ProcessEnv {
  const moved = [
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'KIMI_SHARE_DIR',
    'XDG_CACHE_HOME',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
  ];
  return { ...Object.fromEntries(moved.map((name) => [name, undefined])), HOME: home };
}

function row(...[session, command, memory, seconds, written, verdict]: readonly string[]): string {
  const cells = [
    session?.padEnd(28),
    command?.padEnd(10),
    memory?.padStart(8),
    seconds?.padStart(7),
    written?.padStart(8),
  ];
  return `${[...cells, verdict].join('  ').trimEnd()}\n`;
}

/** All of them, if none was chosen. */
function chosen(all: readonly string[], given: readonly string[] | undefined): readonly string[] {
  const unknown = given?.find((name) => !all.includes(name));
  if (unknown === undefined) return given ?? all;
  process.stderr.write(`There is no "${unknown}".\n\n${USAGE}\n`);
  process.exit(2);
}
