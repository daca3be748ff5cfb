import { wholeRecord } from '../records/whole-record.ts';
import { shellData } from '@toolthread/core/events';
import type { FinishReason, Outcome } from '@toolthread/core';
import { fieldsOf, isJsonObject, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { blobOf } from '../thread/blob-of.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { usageOf } from '../thread/usage-of.ts';
import { filledParts } from './filled-parts.ts';

export function tellMessage(thread: ThreadWriter, message: JsonFields): void {
  switch (textOf(message['role']) ?? '') {
    case 'user':
      return tellPrompt(thread, message);
    case 'assistant':
      return tellResponse(thread, message);
    case 'toolResult':
      return tellResult(thread, message);
    case 'bashExecution':
      return tellShell(thread, message);
    case 'branchSummary':
      return thread.post(filledParts(textOf(message['summary'])), { author: 'branch summary' });
    case 'compactionSummary':
      return thread.compact(textOf(message['summary']) ?? '', numberOf(message['tokensBefore']));
    case 'custom':
      if (message['display'] === false) return;
      return thread.post(filledParts(message['content']), { author: textOf(message['customType']) ?? 'extension' });
    default:
      return;
  }
}

function tellPrompt(thread: ThreadWriter, message: JsonFields): void {
  const parts = filledParts(message['content']);
  if (parts.length > 0) thread.post(parts);
}

function tellResponse(thread: ThreadWriter, message: JsonFields): void {
  const provider = textOf(message['provider']) ?? 'unknown';
  const api = textOf(message['api']) ?? 'unknown';
  const model = textOf(message['model']) ?? 'unknown';
  thread.configure({ provider, api, model });
  const step = thread.startStep();
  step.usage = usageOf(fieldsOf(message['usage']));
  const content = message['content'];
  const blocks: readonly Json[] = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  for (const block of blocks) tellBlock(thread, step, fieldsOf(block), { provider, api, model });
  tellEnd(thread, message);
}

function tellBlock(
  thread: ThreadWriter,
  step: OpenStep,
  block: JsonFields,
  { provider, api, model }: { readonly provider: string; readonly api: string; readonly model: string },
): void {
  switch (textOf(block['type']) ?? '') {
    case 'text':
      thread.paragraph(step, textOf(block['text']) ?? '');
      return;
    case 'thinking': {
      const text = textOf(block['thinking']) ?? '';
      const signature = textOf(block['thinkingSignature']) ?? '';
      return thread.reasoning(step, text, blobOf(provider, api, model, { thinking: text, signature }));
    }
    case 'toolCall':
      thread.call(step, {
        id: textOf(block['id']),
        name: textOf(block['name']) ?? 'tool',
        arguments: JSON.stringify(block['arguments'] ?? {}),
      });
      return;
    default:
      return thread.part(step, { kind: 'opaque', blob: blobOf(provider, api, model, wholeRecord(block)) });
  }
}

function tellEnd(thread: ThreadWriter, message: JsonFields): void {
  const said = textOf(message['errorMessage']);
  switch (textOf(message['stopReason']) ?? '') {
    case 'error':
      thread.closeStep(undefined, 'error', said ?? 'The provider failed.');
      return thread.status('failed', said ?? 'The provider failed.');
    case 'aborted':
      thread.closeStep(undefined, 'aborted');
      thread.interruptOpenCalls();
      return thread.status('cancelled');
    default:
      return thread.closeStep(undefined, finishOf(textOf(message['stopReason'])));
  }
}

function finishOf(reason: string | undefined): FinishReason | undefined {
  return reason === 'length' ? 'length' : undefined;
}

function tellResult(thread: ThreadWriter, message: JsonFields): void {
  const parts = filledParts(message['content']);
  const failed = message['isError'] === true;
  const [first] = parts;
  const details = message['details'];
  thread.result(textOf(message['toolCallId']) ?? '', {
    outcome: failed ? 'failed' : 'done',
    name: textOf(message['toolName']) ?? 'tool',
    parts,
    structured: isJsonObject(details) && Object.keys(details).length > 0 ? details : undefined,
    error: failed ? (first?.type === 'text' ? first.text : 'It failed.') : undefined,
  });
}

/** A person ran a command: no model asked for it. */
function tellShell(thread: ThreadWriter, message: JsonFields): void {
  const step = thread.startStep();
  const exitCode = numberOf(message['exitCode']);
  const call = thread.call(step, {
    name: 'user_shell',
    arguments: JSON.stringify({ command: textOf(message['command']) ?? '' }),
    runs: 'provider',
  });
  thread.result(call, {
    outcome: outcomeOfShell(message),
    parts: filledParts(textOf(message['output'])),
    structured: shellData(exitCode),
    error: hasFailed(exitCode) ? `exit code ${exitCode}` : undefined,
  });
  thread.closeStep();
}

export function outcomeOfShell(message: JsonFields): Outcome {
  if (message['cancelled'] === true) return 'interrupted';
  return hasFailed(numberOf(message['exitCode'])) ? 'failed' : 'done';
}

function hasFailed(exitCode: number | undefined): boolean {
  return exitCode !== undefined && exitCode !== 0;
}
