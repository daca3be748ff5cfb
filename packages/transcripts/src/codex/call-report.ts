/** What an event says about a call: exit codes, diffs, agents, durations. */
import type { ContentPart, Json } from '@toolthread/core';
import { fieldsOf, listOf, numberIn, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { diffOf, hunksOf, wholeFile } from '../patch-diff.ts';
import { durationOf } from './call-output.ts';
import type { CallReport } from './call-output.ts';
import { contentItems } from './content-items.ts';

export function execReport(event: Fields): CallReport {
  const exitCode = numberIn(event, 'exit_code') ?? numberIn(event, 'exitCode');
  const declined = textIn(event, 'status') === 'declined';
  const failed = (exitCode !== undefined && exitCode !== 0) || textIn(event, 'status') === 'failed';
  return {
    outcome: declined ? 'denied' : failed ? 'failed' : 'done',
    structured: exitCode === undefined ? undefined : { kind: 'shell', exit_code: exitCode },
    durationMs: durationOf(event['duration']),
    error: declined ? 'Declined.' : failed ? `exit code ${exitCode ?? 'unknown'}` : undefined,
  };
}

export function execText(event: Fields): string {
  const whole = textIn(event, 'aggregated_output') ?? textIn(event, 'aggregatedOutput');
  if (whole !== undefined && whole !== '') return whole;
  return `${textIn(event, 'stdout') ?? ''}${textIn(event, 'stderr') ?? ''}`;
}

export function patchReport(event: Fields): CallReport {
  const status = textIn(event, 'status');
  const failed = event['success'] === false || status === 'failed';
  const denied = status === 'declined';
  const said = textIn(event, 'stderr') ?? '';
  return {
    outcome: denied ? 'denied' : failed ? 'failed' : 'done',
    structured: failed || denied ? undefined : diffsOf(fieldsOf(event['changes'])),
    error: denied ? 'Declined.' : failed ? (said === '' ? 'The patch failed.' : said) : undefined,
  };
}

/** One file is a diff; of several, the first leads and the rest follow it. */
function diffsOf(changes: Fields): Json | undefined {
  const diffs = Object.entries(changes).map(([path, change]) => diffOf(path, hunksIn(fieldsOf(change))));
  const [first, ...rest] = diffs;
  if (first === undefined) return undefined;
  return rest.length === 0 ? first : { ...first, more: rest };
}

function hunksIn(change: Fields): ReturnType<typeof hunksOf> {
  const content = textIn(change, 'content') ?? '';
  switch (textIn(change, 'type') ?? '') {
    case 'add':
      return wholeFile(content, '+');
    case 'delete':
      return wholeFile(content, '-');
    default:
      return hunksOf(textIn(change, 'unified_diff') ?? '');
  }
}

export function mcpReport(event: Fields): CallReport {
  const failed = mcpError(event);
  return {
    outcome: failed === undefined ? 'done' : 'failed',
    structured: fieldsOf(mcpResult(event))['structuredContent'],
    durationMs: durationOf(event['duration']),
    error: failed,
  };
}

/** `{ Ok: { content } }` or `{ Err: "…" }`; the paginated generation has `result` or `error`. */
function mcpResult(event: Fields): Json | undefined {
  const result = fieldsOf(event['result']);
  return result['Ok'] ?? event['result'];
}

function mcpError(event: Fields): string | undefined {
  const result = fieldsOf(event['result']);
  if (result['Err'] !== undefined) return textIn(result, 'Err') ?? JSON.stringify(result['Err']);
  const said = textIn(fieldsOf(event['error']), 'message');
  if (said !== undefined) return said;
  const ok = fieldsOf(mcpResult(event));
  if (ok['isError'] !== true && ok['is_error'] !== true) return undefined;
  const [first] = contentItems(ok['content']);
  return first?.type === 'text' ? first.text : 'It failed.';
}

export function mcpContent(event: Fields): readonly ContentPart[] {
  return contentItems(fieldsOf(mcpResult(event))['content']);
}

export function dynamicReport(event: Fields): CallReport {
  const failed = event['success'] === false;
  return {
    outcome: failed ? 'failed' : 'done',
    durationMs: durationOf(event['duration']),
    error: failed ? (textIn(event, 'error') ?? 'It failed.') : undefined,
  };
}

/** Which agents a call started or spoke to. */
export function agentReport(event: Fields): CallReport {
  const one = textIn(event, 'new_thread_id') ?? textIn(event, 'receiver_thread_id') ?? textIn(event, 'agent_thread_id');
  const agents = one === undefined ? listOf(event['receiverThreadIds']) : [one];
  return agents.length === 0 ? {} : { structured: { kind: 'agents', agents: [...agents] } };
}
