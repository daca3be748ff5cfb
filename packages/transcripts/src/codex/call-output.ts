/** The result of a call: from the events about it, the output's own fields, and the lines that Codex writes before a process's output. */
import { shellData } from '@toolthread/core';
import type { ContentPart, Outcome } from '@toolthread/core';
import { fieldsOf, isJsonObject, numberOf, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import type { ResultDraft } from '../thread/call-book.ts';
import { parseJson } from '../records/parse-json.ts';
import type { CallReport } from './call-report.ts';
import { contentItems } from './content-items.ts';
import { processHead } from './process-head.ts';

/** Codex's own tools that run a process; only of these is the text's head a record of how it ended. */
const RUNS_PROCESS = new Set([
  'exec_command',
  'write_stdin',
  'shell',
  'shell_command',
  'local_shell',
  'container.exec',
  'unified_exec',
  'apply_patch',
]);

/** `unlessTold`: how it ended where neither the output nor an event says so. Then an event may still come and say it. */
export function callOutput(
  output: Json | undefined,
  tool: string,
  report: CallReport | undefined,
  unlessTold: Outcome = 'done',
): ResultDraft {
  const read = readOutput(output, RUNS_PROCESS.has(tool));
  const told = report?.outcome ?? read.outcome;
  const outcome = told ?? unlessTold;
  const structured = report?.structured ?? shellData(read.exitCode);
  return {
    provisional: told === undefined,
    outcome,
    parts: read.parts,
    structured,
    durationMs: report?.durationMs ?? read.durationMs,
    error: outcome === 'done' ? undefined : (report?.error ?? errorOf(read)),
  };
}

interface ReadOutput {
  readonly parts: readonly ContentPart[];
  /** Undefined where it does not say. */
  readonly outcome: Outcome | undefined;
  readonly exitCode: number | undefined;
  readonly durationMs: number | undefined;
}

function readOutput(output: Json | undefined, isProcess: boolean): ReadOutput {
  const text = typeof output === 'string' ? output : undefined;
  if (text !== undefined && isProcess) return readProcess(text);
  if (!isJsonObject(output)) return { ...ended(undefined), parts: contentItems(output) };
  // Older: { content, success }. Or one item, where others have a list.
  const { success } = output;
  const outcome = success === undefined ? undefined : success === false ? 'failed' : 'done';
  return { ...ended(outcome), parts: contentItems(output['content'] ?? output['content_items'] ?? [output]) };
}

function ended(outcome: Outcome | undefined): Omit<ReadOutput, 'parts'> {
  return { outcome, exitCode: undefined, durationMs: undefined };
}

function readProcess(text: string): ReadOutput {
  if (/^aborted( by user after [\d.]+s)?$/.test(text)) return { ...ended('interrupted'), parts: contentItems(text) };
  if (/^(exec command|patch|command) rejected by user/.test(text))
    return { ...ended('denied'), parts: contentItems(text) };
  return readJsonOutput(text) ?? readHead(text);
}

/** 2025: `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}`. The model saw all of it; its words are `output`. */
function readJsonOutput(text: string): ReadOutput | undefined {
  if (!text.startsWith('{"output":')) return undefined;
  const parsed = parseJson(text);
  const fields = parsed.ok ? fieldsOf(parsed.value) : {};
  const said = textOf(fields['output']);
  const metadata = fieldsOf(fields['metadata']);
  if (said === undefined) return undefined;
  const seconds = numberOf(metadata['duration_seconds']);
  return {
    ...byExitCode(numberOf(metadata['exit_code'])),
    parts: contentItems(said),
    durationMs: seconds === undefined ? undefined : seconds * 1000,
  };
}

function readHead(text: string): ReadOutput {
  const { exitCode, durationMs } = processHead(text);
  return { ...byExitCode(exitCode), parts: contentItems(text), durationMs };
}

function byExitCode(exitCode: number | undefined): Omit<ReadOutput, 'parts' | 'durationMs'> {
  if (exitCode === undefined) return { outcome: undefined, exitCode };
  return { outcome: exitCode === 0 ? 'done' : 'failed', exitCode };
}

function errorOf({ exitCode, parts }: ReadOutput): string {
  if (exitCode !== undefined) return `exit code ${exitCode}`;
  const [first] = parts;
  return first?.type === 'text' ? first.text : 'It failed.';
}
