import type { CompletionMessage, CompletionPart, ContentPart } from '@toolthread/core';
import type { ModelMessage, ToolModelMessage, UserModelMessage } from 'ai';
import { plainText } from '../openai-chat/media.ts';
import { resultText } from '../openai-chat/result-text.ts';
import { base64Of, webAddress } from '../wire/base64.ts';
import { contentNote } from '../wire/content-note.ts';
import type { Maker } from '../wire/maker.ts';
import { wellFormed } from '../wire/well-formed.ts';
import { approvalOf } from './call-data.ts';
import { toolResult } from './tool-result.ts';

type UserPiece = Exclude<UserModelMessage['content'], string>[number];
type ToolPiece = ToolModelMessage['content'][number];

/** The results in one message of the tool, then what was said. `before` is the turn that asked for them. */
export function userMessages(
  message: CompletionMessage,
  before: CompletionMessage | undefined,
  maker: Maker,
): ModelMessage[] {
  const results: ToolPiece[] = [];
  const moved: UserPiece[] = [];
  const said: UserPiece[] = [];
  for (const part of message.parts) {
    switch (part.type) {
      case 'result':
        if (part.runs === 'provider') {
          said.push({ type: 'text', text: resultText(part) });
          break;
        }
        results.push(answerTo(part, before, maker));
        if (part.isError) moved.push(...part.parts.map(userPiece).filter(({ type }) => type === 'file'));
        break;
      case 'text':
      case 'refusal':
        said.push({ type: 'text', text: wellFormed(part.text) });
        break;
      case 'content':
        said.push(userPiece(part.content));
        break;
      case 'call':
      case 'reasoning':
      case 'opaque':
        break;
      default:
        part satisfies never;
    }
  }
  const content = [...moved, ...said].filter((piece) => piece.type !== 'text' || piece.text.trim() !== '');
  return [
    ...(results.length === 0 ? [] : [{ role: 'tool' as const, content: results }]),
    ...(content.length === 0 ? [] : [{ role: 'user' as const, content }]),
  ];
}

/** Where the provider waits for an approval, the result is the approval. */
function answerTo(
  result: Extract<CompletionPart, { type: 'result' }>,
  before: CompletionMessage | undefined,
  maker: Maker,
): ToolPiece {
  const call = before?.parts.find((part) => part.type === 'call' && part.id === result.callId);
  const approvalId = call?.type === 'call' ? approvalOf(call, maker) : undefined;
  if (approvalId === undefined) return toolResult(result);
  return {
    type: 'tool-approval-response',
    approvalId,
    approved: !result.isError,
    ...(result.isError ? { reason: resultText(result) } : {}),
    providerExecuted: true,
  };
}

function userPiece(content: ContentPart): UserPiece {
  if (content.type === 'text') return { type: 'text', text: wellFormed(content.text) };
  if (content.type === 'reference') return { type: 'text', text: contentNote(content) };
  const { media_type: named, source } = content;
  const filename = wellFormed(content.name ?? '').trim();
  const called = filename === '' ? {} : { filename };
  const bytes = base64Of(named, source);
  if (bytes !== undefined && /^(image|audio)\/[\w.+-]+$|^application\/pdf$/.test(bytes.mediaType)) {
    return { type: 'file', data: bytes.data, mediaType: bytes.mediaType, ...called };
  }
  const url = webAddress(source);
  const mediaType = named === '' && content.type === 'image' ? 'image/*' : named;
  if (url !== undefined && /^(image\/[\w.+*-]+|application\/pdf)$/.test(mediaType)) {
    return { type: 'file', data: new URL(url), mediaType, ...called };
  }
  return { type: 'text', text: plainText(content) ?? contentNote(content) };
}
