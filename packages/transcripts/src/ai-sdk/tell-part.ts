import type { ContentPart } from '@toolthread/core';
import { aiSdkOutput } from '@toolthread/core/adapters';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import type { ResultDraft } from '../thread/call-book.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { filePart } from './file-part.ts';

/** Parts that carry something: not the marks between steps, nor data for the screen only. */
export function isPart(part: JsonFields): boolean {
  const type = textOf(part['type']) ?? '';
  return type !== 'step-start' && type !== '' && !type.startsWith('data-');
}

/** `words` gives the step that words belong to. */
export function tellPart(thread: ThreadWriter, part: JsonFields, words: () => OpenStep): void {
  const type = textOf(part['type']) ?? '';
  if (!isPart(part)) return;
  if (type === 'tool-invocation') return tellCall(thread, ofFourthMajor(fieldsOf(part['toolInvocation'])));
  if (type === 'dynamic-tool') return tellCall(thread, { ...part, name: part['toolName'] });
  if (type.startsWith('tool-')) return tellCall(thread, { ...part, name: type.slice('tool-'.length) });
  const step = words();
  switch (type) {
    case 'text':
      return thread.text(step, textOf(part['text']) ?? '');
    case 'reasoning':
      return thread.reasoning(step, textOf(part['text']) ?? textOf(part['reasoning']) ?? '');
    case 'file':
      return thread.part(step, { kind: 'file', content: filePart(part) });
    case 'source-url':
    case 'source-document':
    case 'source':
      return thread.part(step, { kind: 'source', content: sourceOf(part) });
    default:
      return thread.text(step, JSON.stringify(part));
  }
}

function sourceOf(part: JsonFields): ContentPart {
  const source = { ...part, ...fieldsOf(part['source']) };
  const url = textOf(source['url']);
  const name = textOf(source['title']) ?? textOf(source['filename']) ?? url ?? 'source';
  return url === undefined ? { type: 'reference', name } : { type: 'reference', name, uri: url };
}

/** `{ state: 'result', toolName, args, result }` in the words of the fifth major. */
function ofFourthMajor(call: JsonFields): JsonFields {
  const state = call['state'] === 'result' ? 'output-available' : 'input-available';
  return { ...call, name: call['toolName'], state, input: call['args'], output: call['result'] };
}

/** A call in the words of the fifth major, with its result where it has one. */
export function tellCall(thread: ThreadWriter, part: JsonFields): void {
  const id = textOf(part['toolCallId']);
  const input = part['input'] ?? part['rawInput'];
  const call = thread.call(thread.step(), {
    id,
    name: textOf(part['name']) ?? 'tool',
    arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
    ...(part['providerExecuted'] === true ? { runs: 'provider' as const } : {}),
  });
  const result = resultOf(part);
  if (result !== undefined) thread.result(id ?? call, result);
}

function resultOf(part: JsonFields): ResultDraft | undefined {
  switch (textOf(part['state']) ?? '') {
    case 'output-available': {
      const given = aiSdkOutput(part['output'] ?? null);
      // The tool gave it while it ran, and no other came.
      if (part['preliminary'] === true)
        return { ...given, outcome: 'interrupted', error: 'Its last result is not recorded.' };
      return { outcome: given.error === undefined ? 'done' : 'failed', ...given };
    }
    case 'output-error':
      return endedBadly('failed', textOf(part['errorText']) ?? 'It failed.');
    case 'output-denied':
      return endedBadly('denied', textOf(fieldsOf(part['approval'])['reason']) ?? 'Denied.');
    default:
      return undefined;
  }
}

export function endedBadly(outcome: 'failed' | 'denied', why: string): ResultDraft {
  return { outcome, error: why, parts: [{ type: 'text', text: why }] };
}
