import type { ContentPart } from '@toolthread/core';
import { listOf, mediaKind } from '@toolthread/core/json';
import { chatPart } from '../../http/body/chat-body.ts';
import { type Problem, problem } from '../../http/problem.ts';
import { byteSource } from './byte-source.ts';

/** What a person said, as the ledger keeps it. */
export function saidParts(given: unknown, basePath: string): readonly ContentPart[] | Problem {
  const parts: ContentPart[] = [];
  for (const each of listOf(given)) {
    const part = chatPart.safeParse(each);
    if (!part.success) return problem(400, 'bad_body', 'A message of a person has parts of type text and file.');
    const { data } = part;
    if (data.type === 'text') {
      parts.push({ type: 'text', text: data.text });
      continue;
    }
    const source = byteSource(data.url, basePath);
    if (source === undefined)
      return problem(
        400,
        'bad_body',
        'A file comes as a data: URL in base64, or as the address of a blob that is here.',
      );
    const name = data.filename === undefined ? {} : { name: data.filename };
    parts.push({ type: mediaKind(data.mediaType), media_type: data.mediaType, source, ...name });
  }
  return parts.length === 0 ? problem(400, 'bad_body', 'The message has no parts.') : parts;
}
