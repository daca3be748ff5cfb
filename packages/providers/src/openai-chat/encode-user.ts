import type { CompletionPart, ContentPart } from '@toolthread/core';
import { contentNote } from '../wire/content-note.ts';
import { wellFormed } from '../wire/well-formed.ts';
import { wireId } from '../wire/wire-id.ts';
import { wireName } from '../wire/wire-name.ts';
import type { ChatContent, ChatMessage } from './chat-body.ts';
import { NAMES } from './compat.ts';
import type { Profile } from './compat.ts';
import { audioData, imageUrl, pdfData, plainText } from './media.ts';
import { resultText } from './result-text.ts';

type ResultPart = Extract<CompletionPart, { type: 'result' }>;

/** One message for each result, then one of what was said. A result takes no image: it follows, after all results. */
export function encodeUser(parts: readonly CompletionPart[], profile: Profile): ChatMessage[] {
  const results: ChatMessage[] = [];
  const moved: ChatContent[] = [];
  const said: ChatContent[] = [];
  for (const part of parts) {
    switch (part.type) {
      case 'result':
        if (part.runs === 'provider') {
          said.push({ type: 'text', text: resultText(part) });
          break;
        }
        results.push(toolMessage(part, profile));
        for (const content of part.parts) moved.push(...thingIn(content, profile));
        break;
      case 'text':
      case 'refusal':
        said.push({ type: 'text', text: wellFormed(part.text) });
        break;
      case 'content':
        said.push(chatContent(part.content, profile));
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
  return content.length === 0 ? results : [...results, { role: 'user', content: plain(content) }];
}

/** Words alone are one text, which every server takes; words that follow each other are, too, so that they only ever grow. */
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

function toolMessage(result: ResultPart, profile: Profile): ChatMessage {
  const name = profile.resultName === 'named' ? { name: wireName(result.name, NAMES) } : {};
  return { role: 'tool', tool_call_id: wireId(result.callId, profile.ids), ...name, content: resultText(result) };
}

/** What of a result is more than words; the words stand in the result itself. */
function thingIn(content: ContentPart, profile: Profile): ChatContent[] {
  const sent = chatContent(content, profile);
  return sent.type === 'text' ? [] : [sent];
}

function chatContent(content: ContentPart, profile: Profile): ChatContent {
  if (content.type === 'text') return { type: 'text', text: wellFormed(content.text) };
  if (content.type === 'reference') return { type: 'text', text: contentNote(content) };
  const url = profile.media === 'none' ? undefined : imageUrl(content);
  if (url !== undefined) return { type: 'image_url', image_url: { url } };
  if (profile.media === 'images-and-files') {
    const file = pdfData(content);
    if (file !== undefined) return { type: 'file', file };
    const audio = audioData(content);
    if (audio !== undefined) return { type: 'input_audio', input_audio: audio };
  }
  return { type: 'text', text: plainText(content) ?? contentNote(content) };
}
