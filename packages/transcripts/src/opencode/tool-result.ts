/** A call and its result are one part here: its state says how far it came. */
import { shellData } from '@toolthread/core/events';
import type { ContentPart } from '@toolthread/core';
import { fieldsOf, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import type { ResultDraft } from '../thread/call-book.ts';
import { diffData, hunksOf } from '../records/diff-data.ts';
import { timeOf } from '../records/time-of.ts';
import { filePart } from './file-part.ts';

/** The sentences the program itself writes when a person says no. */
const REJECTED = /^The user (rejected permission|dismissed this question)/;

/** Nothing while it waits or runs. [L3] Whatever the status is, a result that is recorded is one. */
export function toolResult(part: JsonFields): ResultDraft | undefined {
  const state = fieldsOf(part['state']);
  switch (textOf(state['status']) ?? '') {
    case 'completed':
      return completed(state);
    case 'error':
      return failed(state);
    default:
      if (textOf(state['error']) !== undefined) return failed(state);
      return textOf(state['output']) === undefined ? undefined : completed(state);
  }
}

function completed(state: JsonFields): ResultDraft {
  const metadata = fieldsOf(state['metadata']);
  const exitCode = numberOf(metadata['exit']);
  const failedCode = exitCode !== undefined && exitCode !== 0;
  const output = textOf(state['output']) ?? '';
  const words: readonly ContentPart[] = output === '' ? [] : [{ type: 'text', text: output }];
  return {
    outcome: failedCode ? 'failed' : 'done',
    parts: [...words, ...listOf(state['attachments']).map((file) => filePart(fieldsOf(file)))],
    structured: structuredOf(metadata, exitCode),
    error: failedCode ? `exit code ${exitCode}` : undefined,
    durationMs: durationOf(state),
  };
}

function failed(state: JsonFields): ResultDraft {
  const metadata = fieldsOf(state['metadata']);
  const error = textOf(state['error']) ?? 'It failed.';
  const output = textOf(metadata['output']) ?? '';
  const interrupted = metadata['interrupted'] === true;
  return {
    outcome: interrupted ? 'interrupted' : REJECTED.test(error) ? 'denied' : 'failed',
    parts: [{ type: 'text', text: output === '' ? error : output }],
    structured: structuredOf(metadata, numberOf(metadata['exit'])),
    error,
    durationMs: durationOf(state),
  };
}

function structuredOf(metadata: JsonFields, exitCode: number | undefined): Json | undefined {
  if (exitCode !== undefined) return shellData(exitCode);
  const child = textOf(metadata['sessionId']);
  if (child !== undefined) return { kind: 'agents', agents: [child] };
  const change = fieldsOf(metadata['filediff']);
  const patch = textOf(change['patch']) ?? textOf(metadata['diff']);
  const path = textOf(change['file']) ?? textOf(metadata['filepath']);
  if (patch === undefined || patch === '') return undefined;
  return diffData(path ?? /^(?:Index: |\+\+\+ )(\S\S*)/m.exec(patch)?.[1] ?? '', hunksOf(patch));
}

function durationOf(state: JsonFields): number | undefined {
  const time = fieldsOf(state['time']);
  const [start, end] = [timeOf(time['start']), timeOf(time['end'])];
  return start === undefined || end === undefined ? undefined : Math.max(0, end - start);
}
