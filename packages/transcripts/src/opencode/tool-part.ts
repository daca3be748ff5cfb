/** A call and its result are one part here: its state says how far it came. */
import type { ContentPart, Json } from '@toolthread/core';
import type { ResultDraft } from '../call-book.ts';
import { fieldsOf, listOf, numberIn, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { diffOf, hunksOf } from '../patch-diff.ts';
import { filePart } from './file-part.ts';

/** The sentences the program itself writes when a person says no. */
const REJECTED = /^The user (rejected permission|dismissed this question)/;

/** Nothing while it waits or runs. */
export function toolResult(part: Fields): ResultDraft | undefined {
  const state = fieldsOf(part['state']);
  switch (textIn(state, 'status') ?? '') {
    case 'completed':
      return completed(state);
    case 'error':
      return failed(state);
    default:
      return undefined;
  }
}

function completed(state: Fields): ResultDraft {
  const metadata = fieldsOf(state['metadata']);
  const exitCode = numberIn(metadata, 'exit');
  const failedCode = exitCode !== undefined && exitCode !== 0;
  const output = textIn(state, 'output') ?? '';
  const words: readonly ContentPart[] = output === '' ? [] : [{ type: 'text', text: output }];
  return {
    outcome: failedCode ? 'failed' : 'done',
    parts: [...words, ...listOf(state['attachments']).map((file) => filePart(fieldsOf(file)))],
    structured: structuredOf(metadata, exitCode),
    error: failedCode ? `exit code ${exitCode}` : undefined,
    durationMs: durationOf(state),
  };
}

function failed(state: Fields): ResultDraft {
  const metadata = fieldsOf(state['metadata']);
  const error = textIn(state, 'error') ?? 'It failed.';
  const output = textIn(metadata, 'output') ?? '';
  const interrupted = metadata['interrupted'] === true;
  return {
    outcome: interrupted ? 'interrupted' : REJECTED.test(error) ? 'denied' : 'failed',
    parts: [{ type: 'text', text: output === '' ? error : output }],
    structured: structuredOf(metadata, numberIn(metadata, 'exit')),
    error,
    durationMs: durationOf(state),
  };
}

function structuredOf(metadata: Fields, exitCode: number | undefined): Json | undefined {
  if (exitCode !== undefined) return { kind: 'shell', exit_code: exitCode };
  const child = textIn(metadata, 'sessionId');
  if (child !== undefined) return { kind: 'agents', agents: [child] };
  const change = fieldsOf(metadata['filediff']);
  const patch = textIn(change, 'patch') ?? textIn(metadata, 'diff');
  const path = textIn(change, 'file') ?? textIn(metadata, 'filepath');
  if (patch === undefined || patch === '') return undefined;
  return diffOf(path ?? /^(?:Index: |\+\+\+ )(\S+)/m.exec(patch)?.[1] ?? '', hunksOf(patch));
}

function durationOf(state: Fields): number | undefined {
  const time = fieldsOf(state['time']);
  const [start, end] = [numberIn(time, 'start'), numberIn(time, 'end')];
  return start === undefined || end === undefined ? undefined : Math.max(0, end - start);
}
