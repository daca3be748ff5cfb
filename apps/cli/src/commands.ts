import type { Command } from './command.ts';

interface CommandEntry {
  readonly usage: string;
  readonly summary: string;
  /** Loaded when the command runs, so that listing sessions does not wait for the web server's code. */
  readonly load: () => Promise<Command>;
}

const entries: readonly CommandEntry[] = [
  {
    usage: 'serve',
    summary: 'run the page and the agent (also without a command)',
    load: async () => (await import('./serve/serve.ts')).serve,
  },
  {
    usage: 'tokens',
    summary: 'list, add, rotate and revoke access tokens',
    load: async () => (await import('./tokens/tokens.ts')).tokens,
  },
  {
    usage: 'users',
    summary: 'list, add, reset and remove people who sign in',
    load: async () => (await import('./users/users.ts')).users,
  },
  {
    usage: 'open FILE',
    summary: 'show a session in the terminal',
    load: async () => (await import('./open/open.ts')).open,
  },
  {
    usage: 'sessions',
    summary: 'list the sessions of agents on this computer',
    load: async () => (await import('./sessions/sessions.ts')).sessions,
  },
  {
    usage: 'search WORDS',
    summary: 'find words in all sessions',
    load: async () => (await import('./search/search.ts')).search,
  },
  {
    usage: 'usage',
    summary: 'sum up tokens, cost, calls and time of all sessions',
    load: async () => (await import('./usage/usage.ts')).usage,
  },
  {
    usage: 'export FILE',
    summary: 'write a session as HTML, Markdown or messages',
    load: async () => (await import('./export/export-thread.ts')).exportThread,
  },
  {
    usage: 'inspect FILE',
    summary: 'count the records, calls and results of a file',
    load: async () => (await import('./inspect/inspect.ts')).inspect,
  },
  {
    usage: 'purge THREAD',
    summary: 'remove words from a thread of this server',
    load: async () => (await import('./purge/purge.ts')).purge,
  },
  {
    usage: 'delete THREAD',
    summary: 'delete a thread of this server for good',
    load: async () => (await import('./delete/delete-thread.ts')).deleteThread,
  },
  {
    usage: 'db COMMAND',
    summary: 'back up, restore and move all stored data',
    load: async () => (await import('./db/db.ts')).db,
  },
  {
    usage: 'doctor',
    summary: 'check the stored threads for damage, and repair them',
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
];

/** By name: the first word of the usage. */
export const commands: ReadonlyMap<string, CommandEntry> = new Map(
  entries.map((entry) => [entry.usage.split(' ', 1)[0] ?? '', entry]),
);
