/** Messages in the blocks of Anthropic's Messages API, which many others store too. */
import { wholeRecord } from '../records/whole-record.ts';
import type { ContentPart, ProviderBlob } from '@toolthread/core';
import { serverToolError } from '@toolthread/core/adapters';
import { isJsonObject, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields, JsonObject } from '@toolthread/core/json';
import { contentParts } from '@toolthread/core/unified';
import { structuredResult } from '../claude-code/structured-result.ts';
import { isFlagged } from './is-flagged.ts';
import { openQuestions, settleQuestions } from './settle-questions.ts';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import { fencedBlock } from '../thread/fenced-block.ts';
import type { Fate } from '../thread/fate.ts';
import { blobOf } from '../thread/blob-of.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';

export function blocksOf(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const list = listOf(content);
  return list.every(isJsonObject) ? list : list.flatMap(blockOf);
}

/** A program of somebody else may write words without a block around them. */
function blockOf(one: Json): readonly JsonObject[] {
  if (one === null) return [];
  return [isJsonObject(one) ? one : { type: 'text', text: typeof one === 'string' ? one : JSON.stringify(one) }];
}

/** What a person said, and the results of calls, in one message: results go to their calls, words are posted. */
export function tellUser(
  thread: ThreadWriter,
  blocks: readonly JsonFields[],
  said: (text: string) => string | undefined = (text) => text,
  dataOf: (block: JsonFields) => Json | undefined = () => undefined,
): Fate {
  const results = blocks.filter((block) => block['type'] === 'tool_result');
  const fates = results.map((block) => tellResult(thread, block, dataOf(block)));
  const parts: ContentPart[] = [];
  for (const block of blocks) {
    if (block['type'] === 'tool_result') continue;
    const text = block['type'] === 'text' ? said(textOf(block['text']) ?? '') : undefined;
    if (text !== undefined && text !== '') parts.push({ type: 'text', text });
    else if (block['type'] !== 'text') parts.push(...contentParts([wholeRecord(block)]));
  }
  if (parts.length > 0) thread.post(parts);
  if (parts.length > 0) return SHOWN;
  if (results.length === 0) return hidden(blocks.length === 0 ? 'empty' : 'injected');
  return fates.find(({ fate }) => fate === 'folded') ?? fates[0] ?? FOLDED;
}

/** `data` is the result as Claude Code has it, where a file keeps it; `reported` a failure that the content itself reports. */
export function tellResult(thread: ThreadWriter, block: JsonFields, data?: Json, reported?: string): Fate {
  const parts = contentParts(block['content']);
  const failed = isFlagged(block) || reported !== undefined;
  const [first] = parts;
  const call = textOf(block['tool_use_id']) ?? '';
  const outcome = failed ? 'failed' : 'done';
  settleQuestions(thread, call, { outcome, data, parts });
  return thread.result(call, {
    outcome,
    parts,
    structured: structuredResult(data, first?.type === 'text' ? first.text : undefined),
    error: failed ? (reported ?? (first?.type === 'text' ? first.text : 'It failed.')) : undefined,
  });
}

/** One block of a response. */
export function tellBlock(thread: ThreadWriter, step: OpenStep, block: JsonFields, model: string): void {
  const own = (): ProviderBlob => blobOf('anthropic', 'messages', model, wholeRecord(block));
  switch (textOf(block['type']) ?? '') {
    case 'text':
      tellText(thread, step, block);
      return;
    case 'thinking':
    case 'redacted_thinking':
      return thread.reasoning(step, textOf(block['thinking']) ?? '', own());
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      openQuestions(
        thread,
        step,
        thread.call(step, {
          id: textOf(block['id']),
          name: textOf(block['name']) ?? 'tool',
          arguments: JSON.stringify(block['input'] ?? {}),
          ...(block['type'] === 'tool_use' ? {} : { runs: 'provider' as const, blob: own() }),
        }),
        block,
      );
      return;
    default:
      // The result of a tool that the provider ran stands in the response itself.
      if (textOf(block['tool_use_id']) !== undefined)
        tellResult(thread, block, undefined, serverToolError(block['content']));
      if (isTakenBack(block)) return thread.part(step, { kind: 'opaque', blob: own() });
      for (const part of contentParts([wholeRecord(block)])) tellContent(thread, step, part);
  }
}

/** Two texts of a response are two; but a sentence with a source is cut into several, of which those with the source say so. Gives what was put before the text. */
export function tellText(thread: ThreadWriter, step: OpenStep, block: JsonFields): string {
  const text = textOf(block['text']) ?? '';
  const isCited = listOf(block['citations']).length > 0;
  const goesOn = isCited || step.cited;
  if (goesOn) thread.text(step, text);
  const before = goesOn ? '' : thread.paragraph(step, text);
  step.cited = isCited;
  return before;
}

function tellContent(thread: ThreadWriter, step: OpenStep, content: ContentPart): void {
  if (content.type === 'text') thread.paragraph(step, fencedBlock(content.text));
  else thread.part(step, { kind: content.type === 'reference' ? 'source' : 'file', content });
}

/** What the provider left for itself, and takes back as it is. Any other block is content of the answer, whoever made it. */
function isTakenBack({ type }: JsonFields): boolean {
  const name = textOf(type) ?? '';
  return name === 'compaction' || name.endsWith('_tool_result');
}
