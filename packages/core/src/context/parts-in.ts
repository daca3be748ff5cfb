/**
 * Messages to a model from somebody without our types: a file, a network, a caller in JavaScript. What is a part stays as it is;
 * anything else becomes words, so that nothing throws and nothing is dropped in silence.
 */
import { flag, listOf as listCheck, meets, objectOf, oneOf, optional, text, variantOf } from '../ledger/check/check.ts';
import type { Check } from '../ledger/check/check.ts';
import { blobCheck as blob, contentCheck as content, phaseCheck as phase } from '../ledger/check/content-check.ts';
import type { ContentPart } from '../ledger/content-part.ts';
import { fieldsOf, isFields, listOf, wholeNumberOf } from '../ledger/json/fields.ts';
import { compactText } from '../text/compact-text.ts';
import { completionMessage } from './completion-message.ts';
import type {
  CacheControl,
  CallPart,
  CompletionMessage,
  CompletionPart,
  CompletionRole,
  Provenance,
  ResultPart,
} from './completion-message.ts';
import { boundResult } from './bound-text.ts';
import { plainPart } from './turns/result-part.ts';
import type { SavedTurns, Words } from './saved-turns.ts';

const runs = oneOf<CallPart['runs']>({ here: true, provider: true });
const call = { id: text, name: text, arguments: text, runs, blob: optional(blob) };
const result = {
  callId: text,
  name: text,
  parts: listCheck(content),
  isError: flag,
  runs,
  blob: optional(blob),
};
const part: Check<CompletionPart> = variantOf<CompletionPart, 'type'>('type', {
  text: { text, phase: optional(phase), blob: optional(blob) },
  reasoning: { text, blob: optional(blob) },
  call,
  result,
  content: { content, blob: optional(blob) },
  refusal: { text, blob: optional(blob) },
  opaque: { blob },
});
const role = oneOf<CompletionRole>({ system: true, user: true, assistant: true });
const cache = objectOf<CacheControl>({ type: oneOf<'ephemeral'>({ ephemeral: true }) });
const provenance = oneOf<Provenance>({
  system: true,
  user: true,
  chat: true,
  mixed: true,
  'tool-results': true,
  'tool-results-and-text': true,
  assistant: true,
  compaction: true,
});

/** Words, or a list of parts: `partsIn('Done.')` */
export function partsIn(value: unknown): readonly CompletionPart[] {
  return Array.isArray(value) ? value.map(partIn) : [wordsOf(value)];
}

/** What a person or a tool gave: `contentIn({ found: 3 })` */
export function contentIn(value: unknown): readonly ContentPart[] {
  if (!Array.isArray(value)) return [wordsOf(value)];
  return value.map((each: unknown) => (meets(content, each) ? each : wordsOf(each)));
}

/** Calls as flat values: `callsIn([{ id: 'c1', name: 'search', parameters: {} }])` */
export function callsIn(value: unknown): readonly CompletionPart[] {
  return flatIn(value, (fields) => {
    const { id, name, parameters, blob: kept } = fields;
    const called = { type: 'call', id, name, arguments: parametersText(parameters), runs: 'here' };
    const made = kept === undefined ? called : { ...called, blob: kept };
    return meets(part, made) ? made : wordsOf(fields);
  });
}

/** A result as a flat value. Too long a text is cut here, once, and what nobody sees is left out: what a model has read never changes. */
export function resultIn(toolCallId: unknown, given: unknown, isError: unknown): ResultPart {
  const parts = contentIn(given).map(plainPart).map(boundPart);
  const callId = compactText(toolCallId ?? '');
  return { type: 'result', callId, name: '', parts, isError: isError === true, runs: 'here' };
}

/** `messagesIn(JSON.parse(stored))` */
export function messagesIn(value: unknown): readonly CompletionMessage[] {
  return listOf(value).map(messageIn);
}

/** `turnsIn(JSON.parse(stored).turns)` */
export function turnsIn(value: unknown): SavedTurns {
  const { messages, answer, cacheControl, open, words, system, early, silent, isCut, seq, read } = fieldsOf(value);
  const known = wholeNumberOf(read);
  const calls = listOf(open).map(openIn);
  const results = listOf(early).map(partIn);
  const seconds = listOf(silent).map(partIn);
  const others = [...calls.filter(isPart), ...[...results, ...seconds].filter((each) => each.type !== 'result')];
  return {
    messages: messagesIn(messages),
    answer: listOf(answer).map(partIn),
    ...cacheIn(cacheControl),
    open: calls.flatMap((each) => (isPart(each) ? [] : [each])),
    words: [...listOf(words).map(waitingIn), ...others.map((each) => waiting(each, 'user', 0))],
    system: messagesIn(system),
    early: results.filter((each) => each.type === 'result'),
    silent: seconds.filter((each) => each.type === 'result'),
    isCut: isCut === true,
    ...(known === undefined ? {} : { read: known }),
    seq: wholeNumberOf(seq) ?? 0,
  };
}

function partIn(value: unknown): CompletionPart {
  return meets(part, value) ? value : wordsOf(value);
}

function wordsOf(value: unknown): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: compactText(value ?? '') };
}

/** A message without parts may have its words in `content`, as elsewhere, and calls and results beside them. */
function messageIn(value: unknown): CompletionMessage {
  const fields = fieldsOf(value);
  if (!meets(role, fields['role'])) return completionMessage('user', [wordsOf(value)], 'user');
  const from = meets(provenance, fields['provenance']) ? fields['provenance'] : fields['role'];
  const given = fields['parts'] ?? undefined;
  const parts = given === undefined ? flatParts(fields['role'], fields) : partsIn(given);
  const { cacheControl } = cacheIn(fields['cacheControl']);
  return completionMessage(fields['role'], parts, from, wholeNumberOf(fields['seq']), cacheControl);
}

/** Only a model makes calls, and nobody gives results to a system's words: there they are words. */
function flatParts(speaker: CompletionRole, fields: { readonly [key: string]: unknown }): readonly CompletionPart[] {
  const { content: said, toolCalls, toolResults } = fields;
  const results = flatIn(toolResults, (each) =>
    speaker === 'system' ? wordsOf(each) : resultIn(each['toolCallId'], each['content'], each['isError']),
  );
  const calls = speaker === 'assistant' ? callsIn(toolCalls) : flatIn(toolCalls, wordsOf);
  const isSilent = (said ?? '') === '' && results.length + calls.length > 0;
  return [...results, ...(isSilent ? [] : partsIn(said)), ...calls];
}

/** A list of flat values; what is none is words. */
function flatIn(
  value: unknown,
  read: (fields: { readonly [key: string]: unknown }) => CompletionPart,
): readonly CompletionPart[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : (value ?? '') === '' ? [] : [value];
  return list.map((each) => (isFields(each) ? read(each) : wordsOf(each)));
}

function parametersText(parameters: unknown): string {
  try {
    return JSON.stringify(parameters) ?? '';
  } catch {
    return compactText(parameters);
  }
}

function boundPart(given: ContentPart): ContentPart {
  return given.type === 'text' ? { ...given, text: boundResult(given.text) } : given;
}

function cacheIn(value: unknown): { readonly cacheControl?: CacheControl } {
  return meets(cache, value) ? { cacheControl: value } : {};
}

function openIn(value: unknown): SavedTurns['open'][number] | CompletionPart {
  const fields = fieldsOf(value);
  const called = partIn(fields['call']);
  if (called.type !== 'call' || typeof fields['named'] !== 'string') return wordsOf(value);
  const known = fields['result'] === undefined ? undefined : partIn(fields['result']);
  return { named: fields['named'], call: called, ...(known?.type === 'result' ? { result: known } : {}) };
}

function isPart(value: SavedTurns['open'][number] | CompletionPart): value is CompletionPart {
  return 'type' in value;
}

function waitingIn(value: unknown): Words {
  if (!isFields(value)) return waiting(wordsOf(value), 'user', 0);
  const from = meets(provenance, value['provenance']) ? value['provenance'] : 'user';
  return waiting(partIn(value['part']), from, wholeNumberOf(value['seq']) ?? 0);
}

function waiting(said: CompletionPart, from: Provenance, seq: number): Words {
  return { part: said, provenance: from, seq };
}
