/** Writes a result into the text that already shows its call. */
import { compactText } from '../text/compact-text.ts';
import type { BlockSpan } from './block-spans.ts';
import { BlockTree } from './block-tree.ts';
import { encodeName } from './encode.ts';
import { completedTrace, displayResult } from './format-tool-started.ts';
import type { ToolTraceEntry } from './format-tool-started.ts';
import { newestOfId, pendingOfName } from './newest-of-id.ts';
import { writeBlock, writeResult, writeTag } from './write-block.ts';

/**
 * Puts a result into a text that holds blocks, and returns what goes with it as data.
 *
 * Laws: the result goes
 * 1. to the newest block that carries the call's id; if that one has ended, nothing changes: repeats are harmless;
 * 2. else, among the blocks without an id whose name is exactly this one, to the first that is pending since the last one
 *    that ended: results of parallel calls come in the order of the calls; where none is, to the newest that is pending. One that
 *    began after a result of its name without a call, with no words between, has that result, and waits for none;
 * 3. else into a block of its own at the end: a result is never dropped.
 * A block in code is an example and is left alone, unless its fence is never closed.
 *
 * Cost: the search reads the end of the text only, if the call is there and has words before it. But an engine copies a text that was just joined before anyone can look
 * into it, so that a completion after each `text += …` costs one copy of the text; completions in a row cost none.
 *
 * @example
 * completePendingToolBlock('<tool>pwd()</tool>', 'pwd', '/app')[0]; //=> '<tool>pwd()\n/app</tool>'
 */
export function completePendingToolBlock(
  accumulatedText: string,
  toolName: string,
  result: unknown,
  callId?: string,
): [string, ToolTraceEntry] {
  const text = compactText(accumulatedText);
  const wanted = callId ?? undefined;
  const display = displayResult(result);
  const trace = completedTrace(toolName, display);
  const target = findTarget(text, toolName, wanted);
  if (target === undefined) {
    const block = writeBlock({
      id: wanted,
      name: toolName,
      arguments: undefined,
      state: 'done',
      result: display?.shown,
    });
    return [returned(recent.tree?.append(block) ?? text + block), trace];
  }
  if (!target.pending) return [text, trace];
  const id = target.id ?? (wanted === undefined ? undefined : encodeName(wanted));
  const tag = writeTag(id, target.state === undefined ? undefined : 'done');
  const block = `${tag}${target.call}\n${writeResult(display?.shown)}</tool>`;
  return [returned(target.replace(block, id)), trace];
}

/** The block that the laws name, wherever it is kept; its parts are as they are written. */
interface Target extends Pick<BlockSpan, 'id' | 'state' | 'pending'> {
  readonly call: string;
  readonly replace: (block: string, id: string | undefined) => string;
}

/**
 * The text that was returned last is kept as a tree, for a caller who completes it again and again without other changes.
 * This only makes completions cheaper.
 */
const recent: { text: string; again: number; tree: BlockTree | undefined } = { text: '', again: 0, tree: undefined };
const PATIENCE = 16;

function returned(text: string): string {
  recent.text = text;
  return text;
}

function forget(): void {
  recent.again = 0;
  recent.tree = undefined;
}

function findTarget(text: string, toolName: string, callId: string | undefined): Target | undefined {
  if (text !== recent.text) forget();
  recent.again += 1;
  if (recent.again > PATIENCE) recent.tree ??= new BlockTree(text);
  if (recent.tree?.isComplete === true) return targetIn(recent.tree, toolName, callId);
  // What is not known there may carry the id, or have ended since.
  if (recent.tree !== undefined) forget();
  const named = callId === undefined ? undefined : newestOfId(text, callId);
  const pending = named === undefined ? pendingOfName(text, toolName) : undefined;
  if (pending?.isSure === false) {
    recent.tree = new BlockTree(text);
    return targetIn(recent.tree, toolName, callId);
  }
  const span = named ?? pending?.span;
  if (span === undefined) return undefined;
  const { id, state, start, end } = span;
  const call = text.slice(span.innerStart, span.innerEnd);
  const replace = (written: string): string => text.slice(0, start) + written + text.slice(end);
  return { id, state, pending: span.pending, call, replace };
}

function targetIn(tree: BlockTree, toolName: string, callId: string | undefined): Target | undefined {
  const block = (callId === undefined ? undefined : tree.newestOfId(callId)) ?? tree.pendingOfName(toolName);
  return block && { ...block, replace: (written, id) => tree.end(block, written, id) };
}
