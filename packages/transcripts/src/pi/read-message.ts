import type { FinishReason, Json, Usage } from '@toolthread/core';
import { fieldsOf, isFields, jsonOf, listOf, numberIn, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { blobOf } from '../thread-writer.ts';
import type { OpenStep, ThreadWriter } from '../thread-writer.ts';
import { usageOf } from '../usage-of.ts';
import { contentParts } from './content-parts.ts';

export function tellMessage(thread: ThreadWriter, message: Fields): void {
  switch (textIn(message, 'role') ?? '') {
    case 'user':
      return tellPrompt(thread, message);
    case 'assistant':
      return tellResponse(thread, message);
    case 'toolResult':
      return tellResult(thread, message);
    case 'bashExecution':
      return tellShell(thread, message);
    case 'branchSummary':
      return thread.post(contentParts(textIn(message, 'summary')), { author: 'branch summary' });
    case 'compactionSummary':
      return thread.compact(textIn(message, 'summary') ?? '', numberIn(message, 'tokensBefore'));
    case 'custom':
      if (message['display'] === false) return;
      return thread.post(contentParts(message['content']), { author: textIn(message, 'customType') ?? 'extension' });
    default:
      return;
  }
}

function tellPrompt(thread: ThreadWriter, message: Fields): void {
  const parts = contentParts(message['content']);
  if (parts.length > 0) thread.post(parts);
}

function tellResponse(thread: ThreadWriter, message: Fields): void {
  const provider = textIn(message, 'provider') ?? 'unknown';
  const api = textIn(message, 'api') ?? 'unknown';
  const model = textIn(message, 'model') ?? 'unknown';
  thread.configure({ provider, api, model });
  const step = thread.startStep();
  step.usage = usageIn(fieldsOf(message['usage']));
  const content = message['content'];
  const blocks: readonly Json[] = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  for (const block of blocks) tellBlock(thread, step, fieldsOf(block), { provider, api, model });
  tellEnd(thread, message);
}

function tellBlock(
  thread: ThreadWriter,
  step: OpenStep,
  block: Fields,
  { provider, api, model }: { readonly provider: string; readonly api: string; readonly model: string },
): void {
  switch (textIn(block, 'type') ?? '') {
    case 'text':
      return thread.text(step, textIn(block, 'text') ?? '');
    case 'thinking': {
      const text = textIn(block, 'thinking') ?? '';
      const signature = textIn(block, 'thinkingSignature') ?? '';
      return thread.reasoning(step, text, blobOf(provider, api, model, { thinking: text, signature }));
    }
    case 'toolCall':
      thread.call(step, {
        id: textIn(block, 'id'),
        name: textIn(block, 'name') ?? 'tool',
        arguments: JSON.stringify(block['arguments'] ?? {}),
      });
      return;
    default:
      return thread.part(step, { kind: 'opaque', blob: blobOf(provider, api, model, jsonOf(block)) });
  }
}

function tellEnd(thread: ThreadWriter, message: Fields): void {
  const said = textIn(message, 'errorMessage');
  switch (textIn(message, 'stopReason') ?? '') {
    case 'error':
      thread.closeStep(undefined, 'error', said ?? 'The provider failed.');
      return thread.status('failed', said ?? 'The provider failed.');
    case 'aborted':
      thread.closeStep(undefined, 'aborted');
      thread.interruptOpenCalls();
      return thread.status('cancelled');
    default:
      return thread.closeStep(undefined, finishOf(textIn(message, 'stopReason')));
  }
}

function finishOf(reason: string | undefined): FinishReason | undefined {
  return reason === 'length' ? 'length' : undefined;
}

function tellResult(thread: ThreadWriter, message: Fields): void {
  const parts = contentParts(message['content']);
  const failed = message['isError'] === true;
  const [first] = parts;
  const details = message['details'];
  thread.result(textIn(message, 'toolCallId') ?? '', {
    outcome: failed ? 'failed' : 'done',
    name: textIn(message, 'toolName') ?? 'tool',
    parts,
    structured: isFields(details) && Object.keys(details).length > 0 ? details : undefined,
    error: failed ? (first?.type === 'text' ? first.text : 'It failed.') : undefined,
  });
}

/** A person ran a command: no model asked for it. */
function tellShell(thread: ThreadWriter, message: Fields): void {
  const step = thread.startStep();
  const exitCode = numberIn(message, 'exitCode');
  const call = thread.call(step, {
    name: 'user_shell',
    arguments: JSON.stringify({ command: textIn(message, 'command') ?? '' }),
    runs: 'provider',
  });
  const failed = exitCode !== undefined && exitCode !== 0;
  thread.result(call, {
    outcome: message['cancelled'] === true ? 'interrupted' : failed ? 'failed' : 'done',
    parts: contentParts(textIn(message, 'output')),
    structured: exitCode === undefined ? undefined : { kind: 'shell', exit_code: exitCode },
    error: failed ? `exit code ${exitCode}` : undefined,
  });
  thread.closeStep();
}

function usageIn(usage: Fields): Usage | undefined {
  return usageOf({
    input: numberIn(usage, 'input'),
    output: numberIn(usage, 'output'),
    cacheRead: numberIn(usage, 'cacheRead'),
    cacheWrite: numberIn(usage, 'cacheWrite'),
    reasoning: numberIn(usage, 'reasoning'),
  });
}
