import type { ContentPart } from '@toolthread/core';
import type { CompletionMessage, ResultPart } from '@toolthread/core/context';
import type { ModelMessage, ToolModelMessage, UserModelMessage } from 'ai';
import { resultForModel } from '../../wire/text/result-for-model.ts';
import { base64Of, webAddress } from '../../wire/encode/base64.ts';
import { contentForModel } from '../../wire/text/content-for-model.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { userTurn } from '../../wire/encode/user-turn.ts';
import { approvalOf } from './options-of.ts';
import { toolResult } from './tool-result.ts';

type UserPiece = Exclude<UserModelMessage['content'], string>[number];
type ToolPiece = ToolModelMessage['content'][number];

/** The results in one tool message, then what was said. `before` is the turn with the calls. */
export function userMessages(
  message: CompletionMessage,
  before: CompletionMessage | undefined,
  target: ModelId,
): ModelMessage[] {
  const approvals = approvalsIn(before, target);
  const { answers, pieces } = userTurn<ToolPiece, UserPiece>(message, {
    answer: (result) => ({
      answer: answerTo(result, approvals.get(result.callId)),
      moved: result.isError ? result.parts.map(userPiece).filter(({ type }) => type === 'file') : [],
    }),
    piece: userPiece,
  });
  return [
    ...(answers.length === 0 ? [] : [{ role: 'tool' as const, content: answers }]),
    ...(pieces.length === 0 ? [] : [{ role: 'user' as const, content: pieces }]),
  ];
}

/** The approvals that the provider waits for, by the ids of their calls. */
function approvalsIn(before: CompletionMessage | undefined, target: ModelId): ReadonlyMap<string, string> {
  const approvals = new Map<string, string>();
  for (const part of before?.parts ?? []) {
    const approvalId = part.type === 'call' ? approvalOf(part, target) : undefined;
    if (part.type === 'call' && approvalId !== undefined) approvals.set(part.id, approvalId);
  }
  return approvals;
}

/** The result of a call that the provider wants approved is the approval. */
function answerTo(result: ResultPart, approvalId: string | undefined): ToolPiece {
  if (approvalId === undefined) return toolResult(result);
  return {
    type: 'tool-approval-response',
    approvalId,
    approved: !result.isError,
    ...(result.isError ? { reason: resultForModel(result) } : {}),
    providerExecuted: true,
  };
}

function userPiece(content: ContentPart): UserPiece {
  if (content.type === 'text' || content.type === 'reference') return { type: 'text', text: contentForModel(content) };
  const { media_type: named, source } = content;
  const filename = (content.name ?? '').toWellFormed().trim();
  const called = filename === '' ? {} : { filename };
  const bytes = base64Of(named, source);
  if (bytes !== undefined && /^(image|audio)\/[\w.+-][\w.+-]*$|^application\/pdf$/.test(bytes.mediaType)) {
    return { type: 'file', data: bytes.data, mediaType: bytes.mediaType, ...called };
  }
  const url = webAddress(source);
  const mediaType = named === '' && content.type === 'image' ? 'image/*' : named;
  if (url !== undefined && /^(image\/[\w.+*-][\w.+*-]*|application\/pdf)$/.test(mediaType)) {
    return { type: 'file', data: new URL(url), mediaType, ...called };
  }
  return { type: 'text', text: contentForModel(content) };
}
