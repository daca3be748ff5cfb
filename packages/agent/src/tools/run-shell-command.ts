import { randomUUID } from 'node:crypto';
import type { Json } from '@toolthread/core';
import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { confine } from '../sandbox/confine.ts';
import type { Confined } from '../sandbox/confine.ts';
import type { Tool, ToolValue } from '../tool.ts';
import { errorValue } from '../tool-value.ts';
import { BoundedOutput } from './bounded-output.ts';
import { endStrays, STRAY_MARK } from './end-strays.ts';
import { runProcess } from './run-process.ts';
import type { ProcessEnd } from './run-process.ts';
import { shellEnvironment } from './shell-environment.ts';
import { locateFolder } from './workspace.ts';

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 3600;
const MOST_BYTES = 64 * 1024 * 1024;

export interface ShellOptions {
  /** `off`: commands run as this process may, and only after approval. */
  readonly sandbox?: 'bubblewrap' | 'off';
  /** Commands in the sandbox reach the network without asking for it. */
  readonly network?: boolean;
  /** Folders that no command in the sandbox sees: where the server keeps its own. */
  readonly hides?: readonly string[];
}

/** `shellTool({ hides: [dataFolder] })` */
export function shellTool(options: ShellOptions = {}): Tool {
  const { sandbox = 'bubblewrap', network: open = false, hides = [] } = options;
  const confined = (workspace: string, cwd: string, network: boolean): Promise<Confined> =>
    sandbox === 'off'
      ? Promise.resolve({ ok: false, why: 'it is switched off' })
      : confine({ workspace, cwd, network, hides });
  return defineTool({
    name: 'run_shell_command',
    description:
      'Runs a command in the workspace and gives its output. A string goes to /bin/sh, a list is run as it is. ' +
      'Outside of the workspace it can write nothing that lasts.',
    input: z.object({
      command: z.union([z.string().min(1), z.array(z.string()).min(1)]),
      path: z.string().optional().describe('The folder to run it in, from the workspace.'),
      timeout_seconds: z.number().min(1).max(MOST_SECONDS).optional().describe(`${DEFAULT_SECONDS} if not given.`),
      network: z.boolean().optional().describe('The command needs the network. The user may be asked for it.'),
    }),
    keeps: 'tail',
    grant: ({ command, path, network }) => JSON.stringify([command, path ?? '.', network ?? false]),
    needsApproval: async ({ network = false }, { workspace }) => {
      const place = await locateFolder(workspace, '.');
      if (!place.ok) return undefined;
      const inside = await confined(place.root, place.root, network);
      if (!inside.ok) return `It would run without a sandbox: ${inside.why}.`;
      return network && !open ? 'It would reach the network.' : undefined;
    },
    execute: async ({ command, path = '.', timeout_seconds: seconds = DEFAULT_SECONDS, network = false }, context) => {
      const place = await locateFolder(context.workspace, path);
      if (!place.ok) return errorValue(place.problem);
      if (network && !open && !context.approved) return errorValue(NOT_APPROVED, 'not_approved');
      const inside = await confined(place.root, place.path, network || open);
      if (!inside.ok && !context.approved) return errorValue(NOT_APPROVED, 'not_approved');
      const argv = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
      const printed = new BoundedOutput();
      const mark = randomUUID();
      const end = await runProcess({
        argv: inside.ok ? inside.argv(argv) : argv,
        cwd: place.path,
        env: { ...shellEnvironment(process.env), ...(inside.ok ? { TMPDIR: '/tmp' } : {}), [STRAY_MARK]: mark },
        timeoutMs: seconds * 1000,
        mostBytes: MOST_BYTES,
        signal: context.signal,
        output: (text) => {
          printed.push(text);
          context.output(text);
        },
      });
      // In a sandbox everything ends with its first process.
      if (!inside.ok) await endStrays(mark);
      return shellValue(printed.text, end, seconds, inside.ok);
    },
  });
}

export const runShellCommand: Tool = shellTool();

/** Whoever called did not ask first: the tool holds to it all the same. */
const NOT_APPROVED = 'This runs only after approval, and was not approved.';

function shellValue(text: string, end: ProcessEnd, seconds: number, sandboxed: boolean): ToolValue {
  const parts = text === '' ? [] : [{ type: 'text', text } as const];
  const structured: Json = { kind: 'shell', sandboxed, ...endOf(end) };
  if (end.kind === 'exit' && end.code === 0) {
    return { parts: parts.length === 0 ? [{ type: 'text', text: '(no output)' }] : parts, structured };
  }
  return { parts, structured, error: failureOf(end, seconds) };
}

function endOf(end: ProcessEnd): { readonly [key: string]: Json } {
  switch (end.kind) {
    case 'exit':
      return { exit_code: end.code };
    case 'killed':
      return { exit_code: null, signal: end.signal };
    case 'timeout':
    case 'flood':
    case 'stopped':
    case 'not_started':
      return { exit_code: null, reason: end.kind };
    default:
      return end satisfies never;
  }
}

function failureOf(end: ProcessEnd, seconds: number): { readonly message: string; readonly code: string } {
  switch (end.kind) {
    case 'exit':
      return { message: `Exit code ${end.code}.`, code: String(end.code) };
    case 'killed':
      return { message: `Ended by ${end.signal}.`, code: end.signal };
    case 'timeout':
      return { message: `Stopped after ${seconds} seconds.`, code: 'timeout' };
    case 'flood':
      return { message: `Stopped after it had printed ${MOST_BYTES / 1024 / 1024} MB.`, code: 'flood' };
    case 'stopped':
      return { message: 'Stopped by the user.', code: 'stopped' };
    case 'not_started':
      return { message: `It could not be started: ${end.message}`, code: 'not_started' };
    default:
      return end satisfies never;
  }
}
