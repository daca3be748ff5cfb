import type { Json } from '@toolthread/core';
import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import type { Tool, ToolValue } from '../tool.ts';
import { errorValue } from '../tool-value.ts';
import { BoundedOutput } from './bounded-output.ts';
import { runProcess } from './run-process.ts';
import type { ProcessEnd } from './run-process.ts';
import { shellEnvironment } from './shell-environment.ts';
import { locateFolder } from './workspace.ts';

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 3600;
const MOST_BYTES = 64 * 1024 * 1024;

export const runShellCommand: Tool = defineTool({
  name: 'run_shell_command',
  description:
    'Runs a command in the workspace and gives its output. A string goes to /bin/sh, a list is run as it is.',
  input: z.object({
    command: z.union([z.string().min(1), z.array(z.string()).min(1)]),
    path: z.string().optional().describe('The folder to run it in, from the workspace.'),
    timeout_seconds: z.number().min(1).max(MOST_SECONDS).optional().describe(`${DEFAULT_SECONDS} if not given.`),
  }),
  keeps: 'tail',
  grant: ({ command, path }) => JSON.stringify([command, path ?? '.']),
  execute: async ({ command, path = '.', timeout_seconds: seconds = DEFAULT_SECONDS }, context) => {
    const place = await locateFolder(context.workspace, path);
    if (!place.ok) return errorValue(place.problem);
    const printed = new BoundedOutput();
    const end = await runProcess({
      argv: typeof command === 'string' ? ['/bin/sh', '-c', command] : command,
      cwd: place.path,
      env: shellEnvironment(process.env),
      timeoutMs: seconds * 1000,
      mostBytes: MOST_BYTES,
      signal: context.signal,
      output: (text) => {
        printed.push(text);
        context.output(text);
      },
    });
    return shellValue(printed.text, end, seconds);
  },
});

function shellValue(text: string, end: ProcessEnd, seconds: number): ToolValue {
  const parts = text === '' ? [] : [{ type: 'text', text } as const];
  const structured: Json = { kind: 'shell', ...endOf(end) };
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
