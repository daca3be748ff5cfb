/** Where agents leave their sessions on this computer. */
import { join } from 'node:path';
import type { Format } from '@toolthread/transcripts';
import { userFolder } from '../user-folder.ts';

export type Environment = { readonly [name: string]: string | undefined };

export interface Place {
  folder(home: string, env: Environment): string;
  /** Sessions are at most so many folders below. */
  readonly depth: number;
  /** What a file is called: `*` is any text, `ID` an id of 36 letters. A file of lines may be compressed. */
  readonly names: readonly string[];
}

/** A format that is not named here does not compile. None: no agent leaves it in a place that is known. */
export const SESSION_PLACES: { readonly [format in Format]: readonly Place[] } = {
  // Files of subagents are beside sessions in older versions.
  'claude-code': [{ folder: (home, env) => join(claude(home, env), 'projects'), depth: 1, names: ['*.jsonl'] }],
  codex: ['sessions', 'archived_sessions'].map((name) => ({
    folder: (home, env) => join(env['CODEX_HOME'] ?? join(home, '.codex'), name),
    depth: 3,
    names: ['rollout-*.jsonl'],
  })),
  // Of older versions. The database of newer ones is read in `list-sessions.ts`.
  opencode: [
    { folder: (home, env) => join(opencodeFolder(home, env), 'storage', 'session'), depth: 1, names: ['ses_*.json'] },
  ],
  pi: [{ folder: (home) => join(home, '.pi', 'agent', 'sessions'), depth: 1, names: ['*.jsonl'] }],
  gemini: [{ folder: (home) => join(home, '.gemini', 'tmp'), depth: 2, names: ['session-*.json', 'session-*.jsonl'] }],
  qwen: [
    { folder: (home) => join(home, '.qwen', 'projects'), depth: 2, names: ['ID.jsonl'] },
    { folder: (home) => join(home, '.qwen', 'tmp'), depth: 2, names: ['session-*.json', 'session-*.jsonl'] },
  ],
  copilot: [
    { folder: (home) => join(home, '.copilot', 'session-state'), depth: 1, names: ['events.jsonl', 'ID.jsonl'] },
  ],
  kimi: [
    {
      folder: (home, env) => join(env['KIMI_SHARE_DIR'] ?? join(home, '.kimi'), 'sessions'),
      depth: 2,
      names: ['wire.jsonl'],
    },
  ],
  amp: [{ folder: (home, env) => join(dataHome(home, env), 'amp', 'threads'), depth: 0, names: ['T-*.json'] }],
  cursor: [{ folder: (home) => join(home, '.cursor', 'projects'), depth: 3, names: ['ID.jsonl'] }],
  cline: [],
  unified: [],
  contract: [],
  chat: [],
  'ai-sdk': [],
  anthropic: [],
  openai: [],
  'tool-text': [],
  ledger: [],
};

export function opencodeFolder(home: string, env: Environment): string {
  return join(dataHome(home, env), 'opencode');
}

function claude(home: string, env: Environment): string {
  return env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
}

function dataHome(home: string, env: Environment): string {
  return userFolder('XDG_DATA_HOME', env, home);
}
