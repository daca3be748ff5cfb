/** A thread as the messages of an AG-UI client. A slash in an id keeps it apart from the ids that clients give. */
import { callEnding } from '../../contract/to-messages/ending.ts';
import { isPersonsWord } from '../../ledger/queries/hearing.ts';
import { isInsideCall } from '../../contract/to-messages/is-inside-call.ts';
import type { Call, CallResult } from '../../ledger/call.ts';
import type { ContentPart } from '../../ledger/content-part.ts';
import type { LogEntry, Step, ThreadState } from '../../ledger/thread-state.ts';
import { isTold } from '../ai-sdk/ui/call-chunks.ts';
import { partId, wordPart } from '../ai-sdk/ui/word-chunks.ts';
import { blobAddress } from '../blob-address.ts';
import { resultMeta } from '../result-meta.ts';
import type { AgUiMessage } from './ag-ui-event.ts';

/**
 * The thread as messages of AG-UI: what a client has that has read all of it along. `base` is the path under which the server is
 * reached.
 *
 * @example
 * toAgUiMessages(exampleState).map(({ role }) => role); //=> ['user', 'assistant', 'assistant', 'tool', 'assistant', 'tool', 'assistant']
 */
export function toAgUiMessages(state: ThreadState, base = ''): readonly AgUiMessage[] {
  return [...agUiMessagesInPieces(state, base)].flat();
}

/**
 * The same as `toAgUiMessages`, an entry of the thread at a time. Some have no message.
 *
 * @example
 * [...agUiMessagesInPieces(exampleState)].flat().length; //=> 7
 */
export function* agUiMessagesInPieces(state: ThreadState, base = ''): Generator<readonly AgUiMessage[]> {
  for (const entry of state.log) {
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step !== undefined) yield stepMessages(state, step, base);
    else yield entry.kind === 'message' && isPersonsWord(entry.message) ? [saidMessage(entry, base)] : [];
  }
}

/** A step of a child run is in its call, and a failed attempt in no view of a foreign page. */
export function isCarried(state: ThreadState, step: Step): boolean {
  return step.end?.discarded !== true && !isInsideCall(state, step.scope);
}

export function stepMessages(state: ThreadState, step: Step, base: string): readonly AgUiMessage[] {
  if (!isCarried(state, step)) return [];
  return step.parts.toArray().flatMap((part, index) => {
    const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
    if (call !== undefined) return isTold(call) ? callMessages(call) : [];
    return wordMessage(state, step, index, base) ?? [];
  });
}

/** Words as they are. A file or a source has no words: it is in the metadata. */
export function wordMessage(state: ThreadState, step: Step, index: number, base: string): AgUiMessage | undefined {
  const told = wordPart(step, index, base);
  if (told === undefined) return undefined;
  const id = `part/${partId(step, index)}`;
  if (told.type === 'reasoning') return { id, role: 'reasoning', content: told['text'] };
  const metadata = wordMetadata(step, index, base);
  const name = speaker(state, step);
  return {
    id,
    role: 'assistant',
    content: told['text'] ?? '',
    ...(name === undefined ? {} : { name }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** What the provider says that a text is; or the part itself, if it is not one. */
export function wordMetadata(step: Step, index: number, base: string): object | undefined {
  const part = step.parts.at(index);
  if (part?.kind === 'text') return part.phase === undefined ? undefined : { toolthread: { phase: part.phase } };
  if (part?.kind !== 'file' && part?.kind !== 'source') return undefined;
  return { toolthread: { part: wordPart(step, index, base) } };
}

/** The name of a member of a team. */
export function speaker({ scopes }: ThreadState, { scope }: Step): string | undefined {
  return scope === undefined ? undefined : scopes.get(scope)?.opened?.name;
}

/** Each call has a message of its own: so its result is behind it, whichever ends first. */
function callMessages(call: Call): readonly AgUiMessage[] {
  const { outwardId: id, name, state } = call;
  const made: AgUiMessage = {
    id: `call/${id}`,
    role: 'assistant',
    toolCalls: [{ id, type: 'function', function: { name, arguments: call.arguments } }],
  };
  return state.name === 'settled' ? [made, { role: 'tool', ...resultMessage(call, state.result) }] : [made];
}

/** AG-UI has no word for how a call ended: the text says it, and the metadata. */
export function resultMessage(
  call: Call,
  result: CallResult,
): { readonly id: string; readonly toolCallId: string; readonly content: string; readonly metadata: object } {
  const { value, error } = callEnding(call, result);
  const content = error ?? (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));
  // A person may have changed them; the call's own message has what the model wrote.
  const ran = call.request?.settled?.executedArguments;
  const toolthread = {
    ...resultMeta(result, error === undefined ? { output: content } : { error }),
    ...(ran === undefined ? {} : { arguments: ran }),
  };
  return { id: `result/${call.outwardId}`, toolCallId: call.outwardId, content, metadata: { toolthread } };
}

function saidMessage(entry: Extract<LogEntry, { kind: 'message' }>, base: string): AgUiMessage {
  const { parts } = entry.message;
  const [first] = parts;
  const content =
    parts.length === 1 && first?.type === 'text' ? first.text : parts.map((part) => saidContent(part, base));
  return { id: entry.id, role: 'user', content };
}

function saidContent(part: ContentPart, base: string): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'reference') return { type: 'text', text: part.name };
  const { media_type: mimeType, source, name } = part;
  return {
    type: part.type === 'image' ? 'image' : mediaKind(mimeType),
    source:
      source.kind === 'base64'
        ? { type: 'data', value: source.data, mimeType }
        : { type: 'url', value: blobAddress(source, mimeType, base), mimeType },
    ...(name === undefined ? {} : { metadata: { filename: name } }),
  };
}

function mediaKind(mimeType: string): string {
  if (mimeType.startsWith('audio/')) return 'audio';
  return mimeType.startsWith('video/') ? 'video' : 'document';
}
