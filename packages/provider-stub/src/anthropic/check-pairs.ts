/** What holds between the blocks of a history: calls and their results, their order, the end, thinking at the start. */
import type { Report } from '../problem.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { isServerBlock } from './check-block.ts';

interface Block {
  readonly type: string;
  readonly shape: Shape;
  /** `3.content.1`, as the service names it. */
  readonly at: string;
}

interface Turn {
  readonly role: unknown;
  /** The index of its last message. */
  index: number;
  readonly blocks: Block[];
}

export function checkPairs(messages: readonly Shape[], thinking: boolean, report: Report): void {
  const turns = combined(messages);
  const ids = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    checkUnique(turn, ids, report);
    checkOrder(turn, report);
    checkLast(turn, report);
    checkAnswered(turn, turns[index + 1], report);
    checkAsked(turn, turns[index - 1], report);
  }
  checkServerTools(turns, report);
  checkSystemBetween(messages, report);
  checkEnd(turns, report);
  if (thinking) checkStart(turns, report);
}

/** Turns of one role that follow each other count as one. */
function combined(messages: readonly Shape[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role === 'system') continue;
    const blocks = blocksOf(content, index);
    const last = turns.at(-1);
    if (last === undefined || last.role !== role) {
      turns.push({ role, index, blocks });
      continue;
    }
    last.blocks.push(...blocks);
    last.index = index;
  }
  return turns;
}

function blocksOf(content: unknown, index: number): Block[] {
  if (typeof content === 'string') return [{ type: 'text', shape: { text: content }, at: `${index}.content` }];
  return listOf(content).map((item, at) => {
    const shape = shapeOf(item);
    return { type: stringOf(shape['type']), shape, at: `${index}.content.${at}` };
  });
}

function checkUnique(turn: Turn, ids: Set<string>, report: Report): void {
  for (const { type, shape, at } of turn.blocks) {
    if (type !== 'tool_use' && type !== 'server_tool_use') continue;
    const id = stringOf(shape['id']);
    if (ids.has(id)) report.add({ rule: 'ids-unique', message: `messages.${at}: \`${type}\` ids must be unique` });
    ids.add(id);
  }
}

/**
 * Nothing follows a call but more calls. Thinking is signed where it is, so it may come between, and what came of it may
 * follow; but a turn that has calls ends with one.
 */
function checkOrder(turn: Turn, report: Report): void {
  const types = turn.blocks.map(({ type }) => type);
  if (!types.includes('tool_use')) return;
  const misplaced = types.some((type, index) => types[index - 1] === 'tool_use' && !AFTER_CALL.includes(type));
  if (!misplaced && types.at(-1) === 'tool_use') return;
  report.add({ rule: 'after-call', message: unanswered(turn, idsOf(turn, 'tool_use', 'id')) });
}

const AFTER_CALL = ['tool_use', 'thinking', 'redacted_thinking'];

function checkAnswered(turn: Turn, next: Turn | undefined, report: Report): void {
  const owed = turn.role === 'assistant' ? idsOf(turn, 'tool_use', 'id') : [];
  if (owed.length === 0) return;
  const firstOther = next?.blocks.findIndex(({ type }) => type !== 'tool_result') ?? 0;
  const leading = firstOther === -1 ? next?.blocks : next?.blocks.slice(0, firstOther);
  const given = new Set((leading ?? []).map(({ shape }) => shape['tool_use_id']));
  const missing = owed.filter((id) => !given.has(id));
  if (missing.length > 0) report.add({ rule: 'call-unanswered', message: unanswered(turn, missing) });
}

function unanswered(turn: Turn, ids: readonly string[]): string {
  return `messages.${turn.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

function checkAsked(turn: Turn, before: Turn | undefined, report: Report): void {
  const asked = new Set(before?.role === 'assistant' ? idsOf(before, 'tool_use', 'id') : []);
  const seen = new Set<string>();
  let words = false;
  for (const { type, shape, at } of turn.blocks) {
    if (type !== 'tool_result') {
      words = true;
      continue;
    }
    const id = stringOf(shape['tool_use_id']);
    if (!asked.has(id)) {
      const message = `messages.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      report.add({ rule: 'result-unasked', message });
    } else if (seen.has(id)) {
      const message = `messages.${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
      report.add({ rule: 'result-twice', message });
    } else if (words) {
      const message = `messages.${at}: Messages following \`tool_use\` blocks must begin with a matching number of \`tool_result\` blocks`;
      report.add({ rule: 'result-late', message });
    }
    seen.add(id);
  }
}

/** A server tool's call is before its result. Only the newest turn may still wait for one, or code that calls from within it. */
function checkServerTools(turns: readonly Turn[], report: Report): void {
  const newest = turns.findLastIndex(({ role }) => role === 'assistant');
  const open = new Map<string, { readonly name: string; readonly turn: number }>();
  for (const [turn, { blocks }] of turns.entries()) {
    for (const { type, shape, at } of blocks) {
      const name = stringOf(shape['name']);
      if (type === 'server_tool_use' || type === 'mcp_tool_use') open.set(stringOf(shape['id']), { name, turn });
      if (!isServerBlock(type) || !type.endsWith('_result')) continue;
      const id = stringOf(shape['tool_use_id']);
      if (open.delete(id)) continue;
      const message = `messages.${at}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${id}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`;
      report.add({ rule: 'server-result-unasked', message });
    }
  }
  const callers = new Set(turns[newest]?.blocks.map(({ shape }) => shapeOf(shape['caller'])['tool_id']));
  for (const [id, { name, turn }] of open) {
    if (turn === newest || callers.has(id)) continue;
    const message = `messages.${turns[turn]?.index ?? 0}: \`${name}\` tool use with id \`${id}\` was found without a corresponding \`${name}_tool_result\` block`;
    report.add({ rule: 'server-call-unanswered', message });
  }
}

/** A system message may be in the conversation, but not between a call and its result. */
function checkSystemBetween(messages: readonly Shape[], report: Report): void {
  for (const [index, { role }] of messages.entries()) {
    const before = messages[index - 1];
    if (role !== 'system' || before?.['role'] !== 'assistant') continue;
    const turn = { role: 'assistant', index: index - 1, blocks: blocksOf(before['content'], index - 1) };
    const owed = idsOf(turn, 'tool_use', 'id');
    if (owed.length > 0) report.add({ rule: 'call-unanswered', message: unanswered(turn, owed) });
  }
}

function checkLast({ role, index, blocks }: Turn, report: Report): void {
  const end = blocks.at(-1)?.type ?? '';
  if (role !== 'assistant' || !/^(redacted_)?thinking$/.test(end)) return;
  const message = `messages.${index}: The final block in an assistant message cannot be \`${end}\`.`;
  report.add({ rule: 'thinking-last', message });
}

function checkEnd(turns: readonly Turn[], report: Report): void {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return;
  const end = last.blocks.at(-1)?.type ?? '';
  // A turn that the service paused is handed back as it is.
  if (end === 'server_tool_use' || isServerBlock(end)) return;
  if (/\s$/.test(stringOf(last.blocks.at(-1)?.shape['text']))) {
    const message = 'messages: final assistant content cannot end with trailing whitespace';
    report.add({ rule: 'trailing-space', message });
  }
  const message =
    'This model does not support assistant message prefill. The conversation must end with a user message.';
  report.add({ rule: 'prefill', message });
}

/** With thinking on, a tool turn that is being continued starts with thinking. */
function checkStart(turns: readonly Turn[], report: Report): void {
  const last = turns.at(-1);
  const before = turns.at(-2);
  if (last === undefined || before === undefined || idsOf(last, 'tool_result', 'tool_use_id').length === 0) return;
  const first = before.blocks[0];
  if (first === undefined || first.type === 'thinking' || first.type === 'redacted_thinking') return;
  const message = `messages.${first.at}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`.`;
  report.add({ rule: 'thinking-first', message });
}

function idsOf(turn: Turn, type: string, key: string): string[] {
  return turn.blocks.flatMap((block) => (block.type === type ? [stringOf(block.shape[key])] : []));
}
