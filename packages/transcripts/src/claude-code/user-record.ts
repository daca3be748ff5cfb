import type { ContentPart, Json } from '@toolthread/core';
import { fieldsOf, listOf, numberIn, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { FOLDED, hidden, SHOWN } from '../fate.ts';
import type { Fate } from '../fate.ts';
import { contentPart, contentParts } from '../anthropic/content-parts.ts';
import { scoped } from './session.ts';
import type { Session } from './session.ts';
import { isRejected, structuredResult, toolOutcome } from './tool-outcome.ts';
import { userText } from './user-text.ts';

/** A user record holds results, words, or both: what was typed while a tool ran stands beside its result. */
export function readUser(session: Session, record: Fields): Fate {
  const scope = session.scopeOf(record);
  const content = fieldsOf(record['message'])['content'];
  const blocks: readonly Json[] = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  const results = blocks.map(fieldsOf).filter((block) => block['type'] === 'tool_result');
  const words = blocks.filter((block) => fieldsOf(block)['type'] !== 'tool_result');
  if (results.length > 0 && words.some((block) => fieldsOf(block)['type'] === 'text'))
    session.counts.plain.mixedResultText += 1;
  session.counts.plain.images += imagesIn(blocks);
  for (const result of results) readResult(session, record, result);
  const said = words.length === 0 ? undefined : readWords(session, record, scope, words);
  if (said?.fate === 'shown') return said;
  return results.length > 0 ? FOLDED : (said ?? hidden('empty'));
}

function imagesIn(blocks: readonly Json[]): number {
  let images = 0;
  for (const block of blocks.map(fieldsOf)) {
    if (block['type'] === 'image') images += 1;
    if (block['type'] === 'tool_result') images += imagesIn(listOf(block['content']));
  }
  return images;
}

function readResult(session: Session, record: Fields, block: Fields): void {
  const call = textIn(block, 'tool_use_id') ?? '';
  const owner = session.ownerOf(call);
  const outcome = toolOutcome(record, block);
  session.counts.calls.result(call);
  if (block['is_error'] === true) session.counts.plain.errors += 1;
  if (isRejected(record, block)) session.counts.plain.rejected += 1;
  const extra = fieldsOf(record['toolUseResult']);
  const agent = textIn(extra, 'agentId');
  if (agent !== undefined) session.linkAgent(agent, call);
  const parts = contentParts(block['content']);
  const structured = structuredResult(record['toolUseResult']);
  const duration = numberIn(extra, 'totalDurationMs') ?? numberIn(extra, 'durationMs');
  const full = numberIn(extra, 'persistedOutputSize');
  session.write(record, {
    type: 'agent.tool.completed',
    call,
    ...(owner === undefined ? {} : { step: owner.step }),
    outcome,
    parts,
    ...(outcome === 'done' ? {} : { error: { message: firstText(parts) } }),
    ...(structured === undefined ? {} : { structured }),
    ...(duration === undefined ? {} : { duration_ms: duration }),
    ...(full === undefined ? {} : { full_size: full }),
    ...scoped(owner?.scope ?? session.scopeOf(record)),
  });
}

function firstText(parts: readonly ContentPart[]): string {
  const [first] = parts;
  return first?.type === 'text' ? first.text : 'It failed.';
}

function readWords(session: Session, record: Fields, scope: string | undefined, words: readonly Json[]): Fate {
  if (record['isMeta'] === true) return hidden('meta');
  if (record['isCompactSummary'] === true) return readSummary(session, record, scope, words);
  const parts: ContentPart[] = [];
  let why = 'empty';
  for (const block of words) {
    const part = contentPart(block);
    if (part.type !== 'text') {
      parts.push(part);
      continue;
    }
    const said = userText(part.text);
    if (said.kind === 'summary') return readSummary(session, record, scope, words);
    if (said.kind === 'interrupted') return readInterruption(session, record, scope);
    if (said.kind === 'injected') why = said.rule;
    else if (said.text !== '') parts.push({ type: 'text', text: said.text });
  }
  if (parts.length === 0) return hidden(why);
  post(session, record, scope, parts);
  return SHOWN;
}

export function post(session: Session, record: Fields, scope: string | undefined, parts: readonly ContentPart[]): void {
  session.closeResponse(record, scope);
  const [first] = parts;
  if (scope === undefined && first?.type === 'text') session.titles.take('prompt', { text: first.text });
  session.write(record, { type: 'message.posted', author: '@human', parts, delivery: 'now', ...scoped(scope) });
}

function readSummary(session: Session, record: Fields, scope: string | undefined, words: readonly Json[]): Fate {
  session.counts.plain.compactSummaries += 1;
  const summary = words.map((block) => textIn(fieldsOf(block), 'text') ?? '').join('\n\n');
  const to = session.writer.events.length;
  session.closeResponse(record, scope);
  session.write(record, { type: 'context.compacted', summary, replaces_to: to, ...scoped(scope) });
  return SHOWN;
}

function readInterruption(session: Session, record: Fields, scope: string | undefined): Fate {
  session.closeResponse(record, scope);
  session.write(record, { type: 'agent.status', status: 'cancelled', ...scoped(scope) });
  return SHOWN;
}
