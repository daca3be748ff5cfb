import type { ShellData } from '@toolthread/core/events';
import type { Json } from '@toolthread/core/json';
import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import { commandText } from '../tool/command-text.ts';
import { pathText } from '../tool/path-text.ts';
import { confine } from '../sandbox/confine.ts';
import type { Confined } from '../sandbox/confine.ts';
import { cutWords } from '../tool/cut-words.ts';
import type { Tool } from '../tool/tool.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { errorValue, textPart } from '../tool/tool-value.ts';
import { BoundedOutput } from '../process/bounded-output.ts';
import type { Disarmed } from '../sandbox/git/disarm-repositories.ts';
import { runConfined, runMarked } from '../sandbox/run-confined.ts';
import type { ProcessEnd } from '../process/run-process.ts';
import { shellEnvironment } from '../process/shell-environment.ts';
import { locateFolder } from '../workspace/locate.ts';

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 3600;
const MOST_BYTES = 24 * 1024 * 1024;
/** Of a long output nobody is shown more while it comes; the result has more of it. */
const MOST_SHOWN = 256 * 1024;

/** What commands may do. */
export interface ShellOptions {
  /** `off`: commands run as this process may, and only after approval. */
  readonly sandbox?: 'bubblewrap' | 'off';
  /** Commands in the sandbox reach the network without asking for it. */
  readonly network?: boolean;
  /** Folders that no command in the sandbox sees: where the server keeps its own. */
  readonly hides?: readonly string[];
}

/**
 * `run_shell_command`, in a sandbox unless you switch it off.
 *
 * @example
 * shellTool({ hides: [exampleFolder()] }).name; //=> 'run_shell_command'
 */
export function shellTool(options: ShellOptions = {}): Tool {
  const { sandbox = 'bubblewrap', network: open = false, hides = [] } = options;
  const confined = (workspace: string, cwd: string, network: boolean): Promise<Confined> =>
    sandbox === 'off'
      ? Promise.resolve({ ok: false, why: 'it is switched off' })
      : confine({ workspace, cwd, network, hides });
  return defineTool({
    name: 'run_shell_command',
    question: 'Run this command?',
    description:
      'Runs a command in the workspace and gives its output. A string goes to /bin/sh, a list is run as it is. ' +
      'Outside of the workspace it can write nothing that lasts, and repositories are read-only unless git is set.',
    input: z.object({
      command: commandText(),
      path: pathText().optional().describe('The folder to run it in, from the workspace.'),
      timeout_seconds: z.number().min(1).max(MOST_SECONDS).optional().describe(`${DEFAULT_SECONDS} if not given.`),
      network: z.boolean().optional().describe('The command needs the network. The user may be asked for it.'),
      git: z
        .boolean()
        .optional()
        .describe(
          'The command writes to a repository that exists: commit, switch, merge. The user may be asked for it.',
        ),
    }),
    keeps: 'tail',
    needsApproval: async ({ network = false, git = false }, { workspace }) => {
      const place = await locateFolder(workspace, '.');
      if (!place.ok) return undefined;
      const inside = await confined(place.root, place.root, network);
      if (!inside.ok) return `It would run without a sandbox: ${inside.why}.`;
      const wants = [
        ...(network && !open ? ['reach the network, with all that listens on this machine,'] : []),
        ...(git ? ['write to the repository'] : []),
      ];
      return wants.length === 0 ? undefined : `It would ${wants.join(' and ')}.`;
    },
    execute: async (input, context) => {
      const { command, path = '.', timeout_seconds: seconds = DEFAULT_SECONDS, network = false, git = false } = input;
      const place = await locateFolder(context.workspace, path);
      if (!place.ok) return errorValue(place.problem);
      if (((network && !open) || git) && !context.approved) return errorValue(NOT_APPROVED, 'not_approved');
      const inside = await confined(place.root, place.path, network || open);
      if (!inside.ok && !context.approved) return errorValue(NOT_APPROVED, 'not_approved');
      const argv = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
      const printed = new BoundedOutput();
      let shown = 0;
      const options = {
        cwd: place.path,
        env: shellEnvironment(process.env),
        timeoutMs: seconds * 1000,
        mostBytes: MOST_BYTES,
        signal: context.signal,
        output: (bytes: Buffer) => {
          printed.push(bytes);
          if (shown > MOST_SHOWN) return;
          shown += bytes.length;
          context.output(bytes.toString());
        },
      };
      const {
        end,
        disarmed,
        closed = [],
      } = inside.ok
        ? await runConfined({ ...options, confined: inside, argv, workspace: place.root, git: git ? 'write' : 'read' })
        : { end: await runMarked({ ...options, argv }), disarmed: { taken: [], left: [] }, closed: [] };
      return shellValue({
        text: printed.text(end.kind === 'flood'),
        end,
        seconds,
        sandboxed: inside.ok,
        disarmed,
        closed,
      });
    },
  });
}

/** `run_shell_command` in a sandbox, without the network. */
export const runShellCommand: Tool = shellTool();

/** Whoever called did not ask first: the tool holds to it all the same. */
const NOT_APPROVED = 'This runs only after approval, and was not approved.';

interface Ran {
  readonly text: string;
  readonly end: ProcessEnd;
  readonly seconds: number;
  readonly sandboxed: boolean;
  readonly disarmed: Disarmed;
  readonly closed: readonly string[];
}

function shellValue({ text, end, seconds, sandboxed, disarmed, closed }: Ran): ToolValue {
  const { taken } = disarmed;
  const left = disarmed.left.map(({ name, why }) => `${cut(name)} (${why})`);
  const told = [...listed(TAKEN_OUT, taken.map(cut)), ...listed(LEFT, left), ...listed(CLOSED, closed.map(cut))];
  const parts = [text, ...told].filter((words) => words !== '').map(textPart);
  const structured: ShellData = {
    kind: 'shell',
    sandboxed,
    ...endOf(end),
    ...(taken.length === 0 ? {} : { taken_out: taken.map(cut) }),
    ...(left.length === 0 ? {} : { not_taken_out: left }),
  };
  if (end.kind === 'exit' && end.code === 0) {
    return { parts: parts.length === 0 ? [textPart('(no output)')] : parts, structured };
  }
  return { parts, structured, error: failureOf(end, seconds) };
}

const MOST_NAMED = 20;
/** A command can make paths of any length. */
const LONGEST_NAME = 300;

const TAKEN_OUT = 'Taken out after the command, because git would run it or be led to it outside of the sandbox:';
const LEFT =
  'Could not be looked at or taken out after the command. Use no git there: it may run what the command left. It is tried again before the next command:';

const CLOSED =
  'Read-only for this command, because it holds too many repositories to guard each of them, or one too far down. To write there, work in one of its folders, or remove what is too far down:';

function listed(heading: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} more`] : [];
  const lines = [...names.slice(0, MOST_NAMED), ...more].map((name) => `- ${name}`);
  return [`${[`[${heading}`, ...lines].join('\n')}]`];
}

function cut(name: string): string {
  const shown = cutWords(name, LONGEST_NAME);
  return shown === name ? name : `${shown}…`;
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
