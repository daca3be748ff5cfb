/** What an event says about a call: exit codes, diffs, agents, durations. */
import { shellData } from '@toolthread/core/events';
import type { ContentPart, Outcome } from '@toolthread/core';
import { mcpError as reportedError } from '@toolthread/core/adapters';
import { fieldsOf, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { diffData, hunksOf, wholeFile } from '../records/diff-data.ts';
import { contentItems } from './content-items.ts';

/** What an event said about a call before its output came. */
export interface CallReport {
  readonly outcome?: Outcome | undefined;
  readonly structured?: Json | undefined;
  readonly durationMs?: number | undefined;
  readonly error?: string | undefined;
}

export function execReport(event: JsonFields): CallReport {
  const exitCode = numberOf(event['exit_code']) ?? numberOf(event['exitCode']);
  const ended = exitCode === undefined ? undefined : exitCode === 0 ? 'done' : 'failed';
  const outcome = worse(ended, byStatus(event));
  return {
    outcome,
    structured: shellData(exitCode),
    durationMs: durationOf(event['duration']),
    error: outcome === 'denied' ? 'Declined.' : outcome === 'failed' ? `exit code ${exitCode ?? 'unknown'}` : undefined,
  };
}

export function execText(event: JsonFields): string {
  const whole = textOf(event['aggregated_output']) ?? textOf(event['aggregatedOutput']);
  if (whole !== undefined && whole !== '') return whole;
  return `${textOf(event['stdout']) ?? ''}${textOf(event['stderr']) ?? ''}`;
}

export function patchReport(event: JsonFields): CallReport {
  const outcome = worse(bySuccess(event), byStatus(event));
  const failed = outcome === 'failed';
  const said = textOf(event['stderr']) ?? '';
  return {
    outcome,
    structured: failed || outcome === 'denied' ? undefined : diffsOf(fieldsOf(event['changes'])),
    error: outcome === 'denied' ? 'Declined.' : failed ? (said === '' ? 'The patch failed.' : said) : undefined,
  };
}

function byStatus(event: JsonFields): Outcome | undefined {
  return STATUSES.get(textOf(event['status']) ?? '');
}

const STATUSES: ReadonlyMap<string, Outcome> = new Map([
  ['completed', 'done'],
  ['failed', 'failed'],
  ['declined', 'denied'],
]);

function bySuccess(event: JsonFields): Outcome | undefined {
  const { success } = event;
  return typeof success === 'boolean' ? (success ? 'done' : 'failed') : undefined;
}

/** A file may say it twice: where the two differ, it did not go well. */
function worse(one: Outcome | undefined, other: Outcome | undefined): Outcome | undefined {
  return ([other, one] as const).find((outcome) => outcome !== undefined && outcome !== 'done') ?? one ?? other;
}

/** One file is a diff; with several, the first is the diff and holds the others as `more`. */
function diffsOf(changes: JsonFields): Json | undefined {
  const diffs = Object.entries(changes).map(([path, change]) => diffData(path, hunksIn(fieldsOf(change))));
  const [first, ...rest] = diffs;
  if (first === undefined) return undefined;
  return rest.length === 0 ? first : { ...first, more: rest };
}

function hunksIn(change: JsonFields): ReturnType<typeof hunksOf> {
  const content = textOf(change['content']) ?? '';
  switch (textOf(change['type']) ?? '') {
    case 'add':
      return wholeFile(content, '+');
    case 'delete':
      return wholeFile(content, '-');
    default:
      return hunksOf(textOf(change['unified_diff']) ?? '');
  }
}

export function mcpReport(event: JsonFields): CallReport {
  const failed = mcpError(event);
  return {
    outcome: failed === undefined ? 'done' : 'failed',
    structured: fieldsOf(mcpResult(event))['structuredContent'],
    durationMs: durationOf(event['duration']),
    error: failed,
  };
}

/** `{ Ok: { content } }` or `{ Err: "…" }`; the paginated generation has `result` or `error`. */
function mcpResult(event: JsonFields): Json | undefined {
  const result = fieldsOf(event['result']);
  return result['Ok'] ?? event['result'];
}

function mcpError(event: JsonFields): string | undefined {
  const result = fieldsOf(event['result']);
  if (result['Err'] !== undefined) return textOf(result['Err']) ?? JSON.stringify(result['Err']);
  const said = textOf(fieldsOf(event['error'])['message']);
  if (said !== undefined) return said;
  if (byStatus(event) === 'failed') return 'It failed.';
  return reportedError({ content: [], ...fieldsOf(mcpResult(event)) });
}

export function mcpContent(event: JsonFields): readonly ContentPart[] {
  return contentItems(fieldsOf(mcpResult(event))['content']);
}

export function dynamicReport(event: JsonFields): CallReport {
  const outcome = worse(bySuccess(event), byStatus(event));
  const failed = outcome === 'failed';
  return {
    outcome,
    durationMs: durationOf(event['duration']),
    error: failed ? (textOf(event['error']) ?? 'It failed.') : undefined,
  };
}

/** Which agents a call started or spoke to, and whether that failed: by the item's status, or because no agent was started. */
export function agentReport(event: JsonFields): CallReport {
  const agents = agentsIn(event);
  const { errored } = fieldsOf(event['status']);
  const failed = byStatus(event) === 'failed' || (agents.length === 0 && errored !== undefined);
  return {
    ...(agents.length === 0 ? {} : { structured: { kind: 'agents', agents: [...agents] } }),
    ...(failed ? { outcome: 'failed', error: textOf(errored) ?? 'It failed.' } : {}),
  };
}

export function agentsIn(event: JsonFields): readonly string[] {
  const one = textOf(event['new_thread_id']) ?? textOf(event['receiver_thread_id']) ?? textOf(event['agent_thread_id']);
  return one === undefined ? listOf(event['receiverThreadIds']).filter((id) => typeof id === 'string') : [one];
}

/** `{ secs, nanos }` as milliseconds. */
function durationOf(value: Json | undefined): number | undefined {
  const fields: JsonFields = fieldsOf(value);
  const seconds = numberOf(fields['secs']);
  if (seconds === undefined) return undefined;
  return seconds * 1000 + (numberOf(fields['nanos']) ?? 0) / 1e6;
}
