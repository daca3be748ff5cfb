/** Finds the session files of this computer by their paths, without opening any. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';

/** The agents whose folders are looked at, by the name of their format. */
export const AGENTS = [
  'claude-code',
  'codex',
  'opencode',
  'pi',
  'gemini',
  'qwen',
  'copilot',
  'kimi',
  'amp',
  'cursor',
] as const;
type Agent = (typeof AGENTS)[number];

export interface SessionFile {
  readonly agent: Agent;
  /** What `toolthread open` takes. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

type Environment = { readonly [name: string]: string | undefined };

/** `findSessionFiles('/home/me', process.env)`, in no order. */
export function findSessionFiles(home: string, env: Environment): SessionFile[] {
  const claude = env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
  const codex = env['CODEX_HOME'] ?? join(home, '.codex');
  return [
    ...filesBelow('claude-code', join(claude, 'projects'), 1, /^(?!agent-).+\.jsonl$/),
    ...filesBelow('codex', join(codex, 'sessions'), 3, ROLLOUT),
    ...filesBelow('codex', join(codex, 'archived_sessions'), 3, ROLLOUT),
    ...filesBelow('pi', join(home, '.pi', 'agent', 'sessions'), 1, /\.jsonl$/),
    ...filesBelow('gemini', join(home, '.gemini', 'tmp'), 2, /^session-.+\.jsonl?$/),
    ...filesBelow('qwen', join(home, '.qwen', 'projects'), 2, /^[0-9a-f-]{36}\.jsonl$/),
    ...filesBelow('qwen', join(home, '.qwen', 'tmp'), 2, /^session-.+\.jsonl?$/),
    ...filesBelow('copilot', join(home, '.copilot', 'session-state'), 1, /^(?:events|[0-9a-f-]{36})\.jsonl$/),
    ...filesBelow('kimi', join(env['KIMI_SHARE_DIR'] ?? join(home, '.kimi'), 'sessions'), 2, /^wire\.jsonl$/),
    ...filesBelow(
      'amp',
      join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'amp', 'threads'),
      0,
      /^T-.+\.json$/,
    ),
    ...filesBelow('cursor', join(home, '.cursor', 'projects'), 3, /^[0-9a-f-]{36}\.jsonl$/),
    ...opencodeFiles(opencodeFolder(home, env)),
  ];
}

const ROLLOUT = /^rollout-.+\.jsonl(\.zst)?$/;

export function opencodeFolder(home: string, env: Environment): string {
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'opencode');
}

/** Older versions keep a file for each session. The database of newer ones is read in `list-sessions.ts`. */
function opencodeFiles(folder: string): SessionFile[] {
  const storage = join(folder, 'storage');
  return filesBelow('opencode', join(storage, 'session'), 1, /^ses_\w+\.json$/).map((file) => ({
    ...file,
    path: `${storage}#${file.path.slice(file.path.lastIndexOf('ses_'), -'.json'.length)}`,
  }));
}

/** Plain files at most so many folders below. A link to a folder is followed, once; a link to a file is passed over, and so is what may not be read. */
function filesBelow(
  agent: Agent,
  folder: string,
  depth: number,
  name: RegExp,
  seen: Set<string> = new Set(),
): SessionFile[] {
  const real = realPath(folder);
  if (real === undefined || seen.has(real)) return [];
  seen.add(real);
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory() || entry.isSymbolicLink())
      return depth > 0 && isFolder(path) ? filesBelow(agent, path, depth - 1, name, seen) : [];
    if (!entry.isFile() || !name.test(entry.name)) return [];
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ agent, path, size: found.size, mtimeMs: found.mtimeMs }];
  });
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch {
    return [];
  }
}

function readEntries(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}
