import type { ContentPart } from '@toolthread/core';
import { withParts } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import type { Blobs } from '../blobs.ts';

/**
 * `await withBytes(messages, run.blobs)`: puts the bytes of blobs into the request, because a model cannot read hashes. A blob that is
 * gone stays a hash, and the encoder tells the model so in words.
 */
export async function withBytes(
  messages: readonly CompletionMessage[],
  blobs: Blobs | undefined,
): Promise<readonly CompletionMessage[]> {
  if (blobs === undefined) return messages;
  const whole: CompletionMessage[] = [];
  for (const message of messages)
    whole.push(message.parts.some(hasBlob) ? await wholeMessage(message, blobs) : message);
  return whole;
}

async function wholeMessage(message: CompletionMessage, blobs: Blobs): Promise<CompletionMessage> {
  const parts: CompletionPart[] = [];
  for (const part of message.parts) {
    if (part.type === 'content') parts.push({ ...part, content: await wholeContent(part.content, blobs) });
    else if (part.type === 'result') parts.push({ ...part, parts: await wholeContents(part.parts, blobs) });
    else parts.push(part);
  }
  return withParts(message, parts);
}

async function wholeContents(contents: readonly ContentPart[], blobs: Blobs): Promise<readonly ContentPart[]> {
  const whole: ContentPart[] = [];
  for (const content of contents) whole.push(await wholeContent(content, blobs));
  return whole;
}

async function wholeContent(content: ContentPart, blobs: Blobs): Promise<ContentPart> {
  if (!isBlob(content)) return content;
  const bytes = await blobs.get(content.source.hash);
  if (bytes === undefined) return content;
  return { ...content, source: { kind: 'base64', data: Buffer.from(bytes).toString('base64') } };
}

type Bytes = Extract<ContentPart, { type: 'image' | 'file' }>;
type BlobSource = Extract<Bytes['source'], { kind: 'blob' }>;

function hasBlob(part: CompletionPart): boolean {
  if (part.type === 'content') return isBlob(part.content);
  return part.type === 'result' && part.parts.some(isBlob);
}

function isBlob(content: ContentPart): content is Bytes & { readonly source: BlobSource } {
  return (content.type === 'image' || content.type === 'file') && content.source.kind === 'blob';
}
