import type { ContentPart } from '@toolthread/core';
import { FAILURE_PART } from '@toolthread/core/context';
import type { CompletionMessage, ResultPart } from '@toolthread/core/context';
import { contentForModel } from '../../wire/text/content-for-model.ts';
import { userTurn } from '../../wire/encode/user-turn.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import type { ChatContent, ChatMessage, ChatText } from './chat-body.ts';
import type { Profile } from '../compat.ts';
import { audioData, imageUrl, pdfData } from '../../wire/encode/image-url.ts';
import { resultForModel } from '../../wire/text/result-for-model.ts';
import { RULES } from '../rules.ts';

/** How a list is written: for that server, and how its failures are told. */
export interface ListProfile extends Profile {
  readonly failures: 'apart' | undefined;
}

/** One message for each result, then one with what was said. A result can hold no image: images follow all results. */
export function encodeUser(message: CompletionMessage, profile: ListProfile): ChatMessage[] {
  const { answers, pieces } = userTurn<ChatMessage, ChatContent>(message, {
    answer: (result) => ({
      answer: toolMessage(result, profile),
      moved: result.parts.map((content) => chatContent(content, profile)).filter(({ type }) => type !== 'text'),
    }),
    piece: (content) => chatContent(content, profile),
  });
  return pieces.length === 0 ? answers : [...answers, { role: 'user', content: plain(pieces) }];
}

/** Text alone is sent as a string, which every server takes. Texts that follow each other are joined, so that they only grow. */
function plain(content: readonly ChatContent[]): string | readonly ChatContent[] {
  const pieces: ChatContent[] = [];
  for (const piece of content) {
    const last = pieces.at(-1);
    if (piece.type !== 'text' || last?.type !== 'text') pieces.push(piece);
    else pieces[pieces.length - 1] = { type: 'text', text: `${last.text}\n\n${piece.text}` };
  }
  const [first] = pieces;
  return pieces.length === 1 && first?.type === 'text' ? first.text : pieces;
}

function toolMessage(result: ResultPart, profile: ListProfile): ChatMessage {
  const name = profile.resultName === 'named' ? { name: wireName(result.name, RULES.names) } : {};
  return {
    role: 'tool',
    tool_call_id: wireId(result.callId, profile.ids),
    ...name,
    content: resultContent(result, profile),
  };
}

function resultContent(result: ResultPart, { failures }: ListProfile): string | readonly ChatText[] {
  if (failures !== 'apart' || !result.isError) return resultForModel(result);
  const words = resultForModel({ ...result, isError: false });
  const parts: readonly ChatText[] = [{ type: 'text', text: FAILURE_PART }];
  return words === '' ? parts : [...parts, { type: 'text', text: words }];
}

function chatContent(content: ContentPart, profile: Profile): ChatContent {
  if (content.type === 'text' || content.type === 'reference') return { type: 'text', text: contentForModel(content) };
  const url = profile.media === 'none' ? undefined : imageUrl(content);
  if (url !== undefined) return { type: 'image_url', image_url: { url } };
  if (profile.media === 'images-and-files') {
    const file = pdfData(content);
    if (file !== undefined) return { type: 'file', file };
    const audio = audioData(content);
    if (audio !== undefined) return { type: 'input_audio', input_audio: audio };
  }
  return { type: 'text', text: contentForModel(content) };
}
