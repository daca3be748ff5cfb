import type { ContentPart } from '@toolthread/core';
import { fieldsOf, isList, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { contentParts } from '@toolthread/core/unified';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { Session } from './session.ts';
import { isFlagged } from '../anthropic/is-flagged.ts';
import { settleQuestions } from '../anthropic/settle-questions.ts';
import { structuredResult } from './structured-result.ts';
import { isRejected, toolOutcome } from './tool-outcome.ts';
import { agentInWords, taskEndIn, taskEndInWords, taskInWords } from './task-notification.ts';
import { userText } from './user-text.ts';
import type { UserText } from './user-text.ts';

/** A user record holds results, words, or both: what was typed while a tool ran stands beside its result. */
export function readUser(session: Session, record: JsonFields): Fate {
  const scope = session.scopeOf(record);
  const content = fieldsOf(record['message'])['content'];
  const blocks = userBlocks(content);
  const results = blocks.map((one) => fieldsOf(one)).filter((block) => block['type'] === 'tool_result');
  const words = blocks.filter((block) => fieldsOf(block)['type'] !== 'tool_result');
  if (results.length > 0 && words.some((block) => fieldsOf(block)['type'] === 'text'))
    session.counts.plain.mixedResultText += 1;
  session.counts.images(blocks);
  const fates = results.map((result) => readResult(session, record, result));
  const said = words.length === 0 ? undefined : readWords(session, record, scope, words);
  if (said?.fate === 'shown') return said;
  return fates.find(({ fate }) => fate === 'folded') ?? said ?? fates[0] ?? hidden('empty');
}

/** Whether a person's words stand in it, as a message of its own: not beside a result, nor what the program said in their place. */
export function isPrompt(record: JsonFields): boolean {
  if (record['type'] !== 'user' || record['isSidechain'] === true) return false;
  if (record['isMeta'] === true || record['isCompactSummary'] === true) return false;
  const blocks = userBlocks(fieldsOf(record['message'])['content']);
  if (blocks.some((block) => fieldsOf(block)['type'] === 'tool_result')) return false;
  return blocks.some((block) => fieldsOf(block)['type'] !== 'text' || isTyped(sayingOf(block)));
}

function isTyped(said: UserText): boolean {
  if (said.kind === 'interrupted') return said.rest !== '';
  return said.kind === 'command' || (said.kind === 'typed' && said.text !== '');
}

/** A program of somebody else may write its only block without a list, or a bare number. */
function userBlocks(content: Json | undefined): readonly Json[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return isList(content) ? content : [content];
}

function readResult(session: Session, record: JsonFields, block: JsonFields): Fate {
  const call = textOf(block['tool_use_id']) ?? '';
  countResult(session, record, block);
  const outcome = toolOutcome(record, block);
  const extra = fieldsOf(record['toolUseResult']);
  const parts = contentParts(block['content']);
  const error = outcome === 'done' ? undefined : firstText(parts);
  if (!session.isFirstResult(call)) return session.thread.resultAgain(call, { outcome, parts, error });
  const agent = textOf(extra['agentId']);
  const named = agent === undefined ? agentInWords(parts) : undefined;
  if (agent !== undefined) session.linkAgent(agent, call);
  if (named !== undefined) session.linkInWords(named, call);
  const owner = session.thread.calls.ownerOf(call);
  const scope = owner === undefined ? session.scopeOf(record) : owner.scope;
  settleQuestions(session.thread, call, { outcome, data: record['toolUseResult'], parts });
  const task = startedTask(extra) ?? taskInWords(firstText(parts));
  if (task !== undefined) session.tasks.begin(task, call);
  const ended = taskEndIn(record['toolUseResult']) ?? taskEndInWords(firstText(parts), session.tasks.askedBy(call));
  if (ended !== undefined) session.tasks.end(ended);
  const result = {
    outcome,
    parts,
    structured: structuredOf(session, record, parts),
    error,
    durationMs: numberOf(extra['totalDurationMs']) ?? numberOf(extra['durationMs']),
    fullSize: numberOf(extra['persistedOutputSize']),
    // What the call began may fail later.
    provisional: outcome === 'done',
  };
  const fate = session.thread.result(call, result, scope);
  if (task === undefined) session.thread.closeChild(call);
  session.tasks.heard(call);
  return fate;
}

function countResult({ counts }: Session, record: JsonFields, block: JsonFields): void {
  counts.calls.result(textOf(block['tool_use_id']) ?? '');
  if (isFlagged(block)) counts.plain.errors += 1;
  if (isRejected(record, block)) counts.plain.rejected += 1;
}

/** A record of a branch that was left: it is told nowhere, and counted like any other. */
export function countLeft(session: Session, record: JsonFields): void {
  const blocks = listOf(fieldsOf(record['message'])['content']);
  session.counts.images(blocks);
  for (const block of blocks.map((one) => fieldsOf(one)))
    if (block['type'] === 'tool_result') countResult(session, record, block);
}

/** The task that goes on when its call has been answered. */
function startedTask(result: JsonFields): string | undefined {
  const isAsync = result['isAsync'] === true || result['status'] === 'async_launched';
  return (
    textOf(result['backgroundTaskId']) ??
    (isAsync ? (textOf(result['agentId']) ?? textOf(result['taskId'])) : undefined)
  );
}

/** An output too large for the transcript: the whole output is a file in the session's own folder, and the text names it. */
function structuredOf(session: Session, record: JsonFields, parts: readonly ContentPart[]): Json | undefined {
  const [first] = parts;
  const said = first?.type === 'text' ? first.text : undefined;
  const structured = structuredResult(record['toolUseResult'], said);
  if (session.outputs === undefined || said?.startsWith('<persisted-output>') !== true) return structured;
  const name = /saved to: .*?([\w.-][\w.-]*)\s*$/m.exec(said.slice(0, 1000))?.[1];
  if (name === undefined) return structured;
  const whole = session.outputs(name);
  if (whole.ok) return { kind: 'output', text: whole.text };
  if (whole.reason !== undefined) session.leftOut.push(`${name} is not read: ${whole.reason}`);
  return structured;
}

function firstText(parts: readonly ContentPart[]): string {
  const [first] = parts;
  return first?.type === 'text' ? first.text : 'It failed.';
}

function readWords(session: Session, record: JsonFields, scope: string | undefined, words: readonly Json[]): Fate {
  const texts = words.map((block) => (fieldsOf(block)['type'] === 'text' ? sayingOf(block) : undefined));
  const notified = texts.some((said) => said?.kind === 'notification');
  if (record['isMeta'] === true && !notified) return hidden('meta');
  if (record['isCompactSummary'] === true || texts.some((said) => said?.kind === 'summary'))
    return readSummary(session, scope, words);
  const parts: ContentPart[] = [];
  let fate: Fate | undefined;
  let isCommand = false;
  for (const [index, block] of words.entries()) {
    const said = texts[index];
    if (said === undefined) parts.push(...contentParts([block]));
    else if (said.kind === 'typed' || said.kind === 'command') {
      if (said.text !== '') parts.push({ type: 'text', text: said.text });
      if (said.kind === 'command') isCommand = true;
    } else {
      const read = readOther(session, scope, said);
      if (fate?.fate !== 'shown') fate = read;
      if (said.kind === 'interrupted' && said.rest !== '') parts.push({ type: 'text', text: said.rest });
    }
  }
  if (parts.length === 0) return fate ?? hidden('empty');
  session.thread.post(parts, { scope, isCommand });
  return SHOWN;
}

function sayingOf(block: Json): UserText {
  return userText(textOf(fieldsOf(block)['text']) ?? '');
}

/** What is no words of the person. */
function readOther(
  session: Session,
  scope: string | undefined,
  said: Exclude<UserText, { kind: 'typed' | 'command' }>,
): Fate {
  switch (said.kind) {
    case 'interrupted':
      return readInterruption(session, scope);
    case 'notification':
      return session.notify(said.notification, said.raw, scope);
    case 'teammate':
      session.thread.post([{ type: 'text', text: said.text }], { author: said.name, scope });
      return SHOWN;
    case 'injected':
      return hidden(said.rule);
    case 'summary':
      session.thread.compact(said.text, undefined, scope);
      return SHOWN;
    default:
      return said satisfies never;
  }
}

function readSummary({ counts, thread }: Session, scope: string | undefined, words: readonly Json[]): Fate {
  counts.plain.compactSummaries += 1;
  thread.compact(words.map((block) => textOf(fieldsOf(block)['text']) ?? '').join('\n\n'), undefined, scope);
  return SHOWN;
}

function readInterruption({ thread }: Session, scope: string | undefined): Fate {
  thread.closeStep(scope);
  thread.status('cancelled', undefined, scope);
  return SHOWN;
}
