/** Finds the session files of this computer by their paths, without opening any. */
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';
import type { FoundFile } from './files-below.ts';
import type { Skipped } from './skipped-files.ts';

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

/** Its path is what `toolthread open` takes. */
export interface SessionFile extends FoundFile {
  readonly agent: Agent;
}

type Environment = { readonly [name: string]: string | undefined };

/** `findSessionFiles('/home/me', process.env, skipped.add)`, in no order. What cannot be opened is told to `skipped`. */
export function findSessionFiles(home: string, env: Environment, skipped: Skipped): SessionFile[] {
  const files = (agent: Agent, folder: string, depth: number, name: RegExp): SessionFile[] =>
    filesBelow(folder, depth, { name, skipped }).map((file) => ({ agent, ...file }));
  const claude = env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
  const codex = env['CODEX_HOME'] ?? join(home, '.codex');
  // Older versions of opencode keep a file for each session. The database of newer ones is read in `list-sessions.ts`.
  const storage = join(opencodeFolder(home, env), 'storage');
  return [
    ...files('claude-code', join(claude, 'projects'), 1, /^(?!agent-).+\.jsonl$/s),
    ...files('codex', join(codex, 'sessions'), 3, ROLLOUT),
    ...files('codex', join(codex, 'archived_sessions'), 3, ROLLOUT),
    ...files('pi', join(home, '.pi', 'agent', 'sessions'), 1, /\.jsonl$/),
    ...files('gemini', join(home, '.gemini', 'tmp'), 2, /^session-.+\.jsonl?$/s),
    ...files('qwen', join(home, '.qwen', 'projects'), 2, /^[0-9a-f-]{36}\.jsonl$/),
    ...files('qwen', join(home, '.qwen', 'tmp'), 2, /^session-.+\.jsonl?$/s),
    ...files('copilot', join(home, '.copilot', 'session-state'), 1, /^(?:events|[0-9a-f-]{36})\.jsonl$/),
    ...files('kimi', join(env['KIMI_SHARE_DIR'] ?? join(home, '.kimi'), 'sessions'), 2, /^wire\.jsonl$/),
    ...files('amp', join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'amp', 'threads'), 0, /^T-.+\.json$/s),
    ...files('cursor', join(home, '.cursor', 'projects'), 3, /^[0-9a-f-]{36}\.jsonl$/),
    ...files('opencode', join(storage, 'session'), 1, /^ses_\w+\.json$/).map((file) => ({
      ...file,
      path: `${storage}#${file.path.slice(file.path.lastIndexOf('ses_'), -'.json'.length)}`,
    })),
  ];
}

const ROLLOUT = /^rollout-.+\.jsonl(\.zst)?$/s;

export function opencodeFolder(home: string, env: Environment): string {
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'opencode');
}
