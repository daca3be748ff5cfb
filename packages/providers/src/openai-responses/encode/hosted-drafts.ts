import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { serverCallText } from '../../wire/text/server-call-text.ts';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { KeyedQueue } from '../../wire/keyed-queue.ts';
import type { Draft, HostedDraft } from './draft.ts';
import { hostedCall, OUTPUT_OF } from '../hosted-call.ts';
import { stamped } from '../stamp.ts';
import type { Item } from '../item.ts';

const OUTPUTS = new Set(OUTPUT_OF.values());

/** Items that have parts of their own, or must come in pairs, are not taken from blobs. */
const NOT_OPAQUE =
  /^(message|reasoning|item_reference|(function|custom_tool|computer|shell|local_shell|apply_patch)_call(_output)?|tool_search_(call|output)|mcp_approval_(request|response))$/;

/** The provider's own items in a turn, by the parts that hold them: a call goes back only with its output. */
export function hostedDrafts(message: CompletionMessage, target: ModelId): ReadonlyMap<CompletionPart, Draft> {
  const drafts = new Map<CompletionPart, Draft>();
  const waiting = new KeyedQueue<{ readonly draft: HostedDraft; readonly call: CompletionPart }>();
  for (const part of message.parts) {
    const own = ownItem(part, target);
    if (own === undefined) continue;
    const { item, after } = own;
    if (part.type === 'call' && part.runs === 'provider' && hostedCall(item) !== undefined) {
      const draft: HostedDraft = { kind: 'hosted', item, note: serverCallText(part, message), after };
      const output = OUTPUT_OF.get(item.type);
      if (output === undefined) drafts.set(part, draft);
      else waiting.add(`${output} ${callId(item)}`, { draft, call: part });
    }
    if (part.type !== 'opaque' && part.type !== 'result') continue;
    if (!OUTPUTS.has(item.type)) {
      if (part.type === 'opaque' && !NOT_OPAQUE.test(item.type)) drafts.set(part, { kind: 'opaque', item, after });
      continue;
    }
    const answered = waiting.take(`${item.type} ${callId(item)}`);
    if (answered === undefined) continue;
    drafts.set(answered.call, answered.draft);
    drafts.set(part, { kind: 'output', item, of: answered.draft });
  }
  return drafts;
}

function callId(item: Item): string {
  return textOf(item['call_id']) ?? '';
}

function ownItem(
  part: CompletionPart,
  target: ModelId,
): { readonly item: Item; readonly after: string | undefined } | undefined {
  const data = ownData(part.blob, target);
  if (data === undefined) return undefined;
  const { item, after } = stamped(data);
  return isItem(item) ? { item, after } : undefined;
}

function isItem(data: JsonObject): data is Item {
  return typeof data['type'] === 'string';
}
