/** How a call ended, by what Codex itself writes in the place of an output or above it. What a program, a server or a file says is never asked. */
import type { Outcome } from '@toolthread/core';
import { fieldsOf, isJsonObject, numberOf, textOf } from '@toolthread/core/json';
import { parseJson } from '../records/parse-json.ts';
import { processHead } from './process-head.ts';
import { scriptHead } from './script-head.ts';

export interface OutputEnd {
  /** Undefined if it does not say. */
  readonly outcome?: Outcome | undefined;
  readonly exitCode?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The output, where other things are around it. */
  readonly said?: string;
}

/** Codex's own tools that run a process. What one wrote is below a head or inside of JSON: without these the text is Codex's own. */
const RUNS_PROCESS: ReadonlySet<string> = new Set([
  'exec_command',
  'write_stdin',
  'shell',
  'shell_command',
  'local_shell',
  'container.exec',
  'unified_exec',
  'apply_patch',
]);

/** How its texts begin when it could not run a process, or did not want to. */
const DID_NOT_RUN: readonly string[] = [
  'execution error: ',
  'exec error: ',
  'exec_command failed',
  'write_stdin failed',
  'unified exec failed',
  'failed in sandbox ',
  'sandbox error: ',
  'failed to spawn ',
  'apply_patch verification failed: ',
  'apply_patch handler received ',
  'command timed out after ',
  'approval policy is ',
  'approval required by policy',
  'Command blocked by PreToolUse hook: ',
  'Tool call blocked by PreToolUse hook: ',
];
/** Others it did not run because someone, or a rule, said no. */
const REJECTED = /^((exec command|patch|command) )?rejected( by user|: )/;

/** Tools of Codex that say this and nothing else when all went well; any other text is the reason why not. */
const SAYS_WHEN_DONE: ReadonlyMap<string, string> = new Map([
  ['update_plan', 'Plan updated'],
  ['view_image', 'attached local image path'],
]);

export function outputEnd(text: string, tool: string): OutputEnd {
  if (/^aborted by user after [\d.][\d.]*s$/.test(text)) return { outcome: 'interrupted' };
  if (text === `unsupported call: ${tool}` || text === `unsupported custom tool call: ${tool}`) return FAILED;
  if (isCodexs(tool) && text.startsWith('failed to parse function arguments: ')) return FAILED;
  const well = SAYS_WHEN_DONE.get(tool);
  if (well !== undefined) return text === '' ? {} : text === well ? { outcome: 'done' } : FAILED;
  if (tool === 'exec' || tool === 'wait') return scriptHead(text) ?? {};
  return RUNS_PROCESS.has(tool) ? processEnd(text) : {};
}

const FAILED: OutputEnd = { outcome: 'failed' };

/** Tools of servers have a namespace, or are behind their server's name. */
function isCodexs(tool: string): boolean {
  return !tool.includes('.') && !tool.includes('__');
}

function processEnd(text: string): OutputEnd {
  if (text === '') return {};
  if (/^(Wall time: [\d.][\d.]* seconds\naborted by user|aborted)$/.test(text)) return { outcome: 'interrupted' };
  if (REJECTED.test(reasonIn(text))) return { outcome: 'denied' };
  const read = endInJson(text);
  if (read !== undefined) return read;
  const head = processHead(text);
  if (head !== undefined) return { ...byExitCode(head.exitCode), durationMs: head.durationMs };
  return DID_NOT_RUN.some((words) => text.startsWith(words)) ? FAILED : {};
}

const NOT_CREATED = '`: CreateProcess { message: "Rejected(\\"';

/** What is quoted as the reason why no process was made: the command before it may hold any words. Else the text itself. */
function reasonIn(text: string): string {
  const at = text.startsWith('exec_command failed for `') ? text.lastIndexOf('`: CreateProcess { ') : -1;
  return at !== -1 && text.startsWith(NOT_CREATED, at) ? text.slice(at + NOT_CREATED.length) : text;
}

/** 2025: `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}`. The model saw all of it; its words are `output`. */
function endInJson(text: string): OutputEnd | undefined {
  if (!text.startsWith('{')) return undefined;
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const said = textOf(parsed.value['output']);
  if (said === undefined) return undefined;
  const metadata = fieldsOf(parsed.value['metadata']);
  const exitCode = numberOf(metadata['exit_code']);
  if (exitCode === undefined && said === 'aborted') return { outcome: 'interrupted', said };
  const seconds = numberOf(metadata['duration_seconds']);
  return { ...byExitCode(exitCode), said, durationMs: seconds === undefined ? undefined : seconds * 1000 };
}

function byExitCode(exitCode: number | undefined): OutputEnd {
  if (exitCode === undefined) return {};
  return { outcome: exitCode === 0 ? 'done' : 'failed', exitCode };
}
