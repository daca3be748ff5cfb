/** Runs, and resolves with the exit code. */
type Command = (args: readonly string[]) => Promise<number>;

interface CommandEntry {
  readonly usage: string;
  readonly summary: string;
  /** Loaded when it is run: listing sessions should not wait for a web server. */
  readonly load: () => Promise<Command>;
}

export const commands: ReadonlyMap<string, CommandEntry> = new Map([
  [
    'serve',
    {
      usage: 'serve',
      summary: 'run the page and the agent (also without a command)',
      load: async () => (await import('./serve/serve.ts')).serve,
    },
  ],
  [
    'tokens',
    {
      usage: 'tokens',
      summary: 'list, add, rotate and revoke what opens the server',
      load: async () => (await import('./tokens/tokens.ts')).tokens,
    },
  ],
  [
    'open',
    {
      usage: 'open FILE',
      summary: 'draw a session in the terminal',
      load: async () => (await import('./open/open.ts')).open,
    },
  ],
  [
    'sessions',
    {
      usage: 'sessions',
      summary: 'list what agents left on this computer',
      load: async () => (await import('./sessions/sessions.ts')).sessions,
    },
  ],
  [
    'search',
    {
      usage: 'search WORDS',
      summary: 'find words in all of them',
      load: async () => (await import('./search/search.ts')).search,
    },
  ],
  [
    'export',
    {
      usage: 'export FILE',
      summary: 'write a session as HTML, Markdown or messages',
      load: async () => (await import('./export/export-thread.ts')).exportThread,
    },
  ],
  [
    'inspect',
    {
      usage: 'inspect FILE',
      summary: 'count what is in a file, record by record',
      load: async () => (await import('./inspect/inspect.ts')).inspect,
    },
  ],
  [
    'doctor',
    {
      usage: 'doctor',
      summary: 'say whether what is kept is as it was written',
      load: async () => (await import('./doctor/doctor.ts')).doctor,
    },
  ],
]);
