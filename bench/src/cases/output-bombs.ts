import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Case } from '../case.ts';
import { type FloodingModel, startFloodingModel } from '../load/flooding-model.ts';
import { grownMemory } from '../load/grown-memory.ts';
import { answeredThread } from '../pages/answered-thread.ts';
import { type ServedProgram, startProgram } from '../pages/served-program.ts';

const LIMIT_MB = 64;
const BYTES = 8_500_000;

/** What a file, a command, a server or a person may give without end. */
const WORDS = {
  escapes: '\u001b',
  letters: 'a',
  lines: '\n',
  words: 'The parser reads each line once, and keeps what it has seen. ',
  'short lines': 'a line\n',
  'Chinese words': '解析器只讀一次，並保留它所見的。',
  colours: '\u001b[31mred\u001b[0m ',
  accents: 'e\u0301',
} as const;

/** The program, and what comes into it by each road: a file that is read or searched, a command, an MCP server, a page, a message. */
export const outputBombs: Case = {
  name: 'output-bombs',
  unit: `MB, the most that ${BYTES / 1e6} MB from a tool, a server or a person make resident, over ${LIMIT_MB} MB`,
  target: { at: 'most', ratio: 1 },
  async run() {
    if (process.platform !== 'linux') return { skipped: 'only Linux tells the most that was ever resident' };
    const folder = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
    const model = await startFloodingModel();
    const notes: string[] = [];
    let most = 0;
    const note = (name: string, grown: number): void => {
      most = Math.max(most, grown);
      notes.push(`${name} ${grown.toFixed(0)}`);
    };
    try {
      const start = await programIn(folder, model);
      for (const [road, come] of Object.entries(roads)) {
        for (const kind of kinds) {
          // Memory that one bomb took would be there for the next.
          const program = await start();
          try {
            // What the first runs cost in any case is not counted.
            for (let n = 0; n < 3; n += 1) await come(program, model, kind, 'short');
            note(`${road}: ${kind}`, await grownMemory(program.pid, () => come(program, model, kind, 'long')));
          } finally {
            await program.close();
          }
        }
      }
      for (const kind of kinds) note(`page: ${kind}`, await grownByPage(kind));
    } finally {
      model.close();
      await rm(folder, { recursive: true, force: true });
    }
    return { ours: most, theirs: LIMIT_MB, note: notes.join(', ') };
  },
};

type Kind = keyof typeof WORDS;
type Road = (program: ServedProgram, model: FloodingModel, kind: Kind, length: 'short' | 'long') => Promise<unknown>;

const kinds: readonly Kind[] = [
  'escapes',
  'letters',
  'lines',
  'words',
  'short lines',
  'Chinese words',
  'colours',
  'accents',
];

const roads: Readonly<Record<string, Road>> = {
  file: (program, model, kind, length) => called(program, model, 'read_file', { path: `${length} ${kind}` }),
  search: (program, model, kind, length) =>
    called(program, model, 'search_files', { query: WORDS[kind], pattern: `${length} ${kind}` }),
  command: (program, model, kind, length) =>
    called(program, model, 'run_shell_command', { command: `cat '${length} ${kind}'` }),
  server: (program, model, kind, length) =>
    called(program, model, 'bombing__work', { words: WORDS[kind], times: length === 'short' ? 9 : answerTimes(kind) }),
  message: (program, _, kind, length) => answeredThread(program, length === 'short' ? WORDS[kind] : message(kind)),
};

function bomb(kind: Kind): string {
  return WORDS[kind].repeat(timesOf(kind));
}

function timesOf(kind: Kind): number {
  return Math.floor(BYTES / Buffer.byteLength(WORDS[kind]));
}

/** An answer of an MCP server that is longer is not read. */
function answerTimes(kind: Kind): number {
  return Math.floor(7_900_000 / (JSON.stringify(WORDS[kind]).length - 2));
}

/** As JSON it is that long: a request may not be much longer. */
function message(kind: Kind): string {
  const one = Buffer.byteLength(JSON.stringify(WORDS[kind])) - 2;
  return WORDS[kind].repeat(Math.floor(BYTES / one));
}

async function programIn(folder: string, { baseURL }: FloodingModel): Promise<() => Promise<ServedProgram>> {
  const [data, workspace] = [join(folder, 'data'), join(folder, 'workspace')];
  for (const made of [data, workspace]) await mkdir(made, { mode: 0o700 });
  for (const kind of kinds) {
    await writeFile(join(workspace, `long ${kind}`), bomb(kind));
    await writeFile(join(workspace, `short ${kind}`), WORDS[kind]);
  }
  const bombing = {
    command: process.execPath,
    args: [fileURLToPath(new URL('../load/bombing-mcp.ts', import.meta.url))],
  };
  const settings = {
    'mcp.json': { mcpServers: { bombing } },
    'policy.json': { version: 1, rules: [{ tool: '*', verdict: 'allow' }] },
  };
  for (const [name, content] of Object.entries(settings))
    await writeFile(join(data, name), JSON.stringify(content), { mode: 0o600 });
  return () => startProgram(data, ['--model', 'm', '--base-url', baseURL, '--workspace', workspace]);
}

async function called(program: ServedProgram, model: FloodingModel, name: string, args: object): Promise<void> {
  model.call = { name, arguments: JSON.stringify(args) };
  await answeredThread(program);
  model.call = undefined;
}

/** In a process of its own: the program reaches the public internet only. */
async function grownByPage(kind: Kind): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.url === '/long' ? bomb(kind) : WORDS[kind]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const file = fileURLToPath(new URL('../load/measured-fetch.ts', import.meta.url));
  const child = fork(file, [url], { execArgv: ['--max-semi-space-size=4', '--no-compact'] });
  const [grown] = await once(child, 'message');
  await once(child, 'exit');
  server.close();
  return Number(grown);
}
