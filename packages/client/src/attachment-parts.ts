import { thrownWords } from '@toolthread/core/text';
import type { ContentPart } from '@toolthread/core';
import { mediaKind } from '@toolthread/core/json';
import { failure, type Result } from './result.ts';

/** Files as parts of a message, with their bytes in them: `await attachmentParts([file])`. */
export async function attachmentParts(files: readonly Blob[]): Promise<Result<ContentPart[]>> {
  try {
    return { ok: true, value: await Promise.all(files.map(partOf)) };
  } catch (error) {
    const why = thrownWords(error);
    return failure('unreadable_file', `A file could not be read (${why}).`, 0);
  }
}

async function partOf(file: Blob): Promise<ContentPart> {
  const name = 'name' in file && typeof file.name === 'string' ? { name: file.name } : {};
  const data = base64(new Uint8Array(await file.arrayBuffer()));
  const mediaType = file.type || 'application/octet-stream';
  return { type: mediaKind(mediaType), media_type: mediaType, source: { kind: 'base64', data }, ...name };
}

/** A multiple of three, so that no piece but the last is padded; a call takes so many arguments. */
const PIECE = 0x6000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}
