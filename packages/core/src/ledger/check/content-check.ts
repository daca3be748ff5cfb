/** What the pieces of a message must look like, in an event and wherever else they come from. */
import type { ByteSource, ContentPart, ProviderBlob, Usage } from '../content-part.ts';
import type { Json } from '../json/json.ts';
import type { Phase } from '../ledger-event.ts';
import { amount, check, objectOf, oneOf, optional, text, variantOf, whole } from './check.ts';
import type { Check } from './check.ts';

/** Its content is defined by its maker, so it is not checked. */
export const jsonCheck: Check<Json> = check('any JSON', (value) => value !== undefined);

export const blobCheck: Check<ProviderBlob> = objectOf<ProviderBlob>({
  provider: text,
  api: text,
  model: text,
  data: jsonCheck,
});
export const usageCheck: Check<Usage> = objectOf<Usage>({
  input_tokens: amount,
  output_tokens: amount,
  cache_read_tokens: optional(amount),
  cache_write_tokens: optional(amount),
  reasoning_tokens: optional(amount),
});
const bytes = variantOf<ByteSource, 'kind'>('kind', {
  base64: { data: text },
  url: { url: text },
  blob: { hash: text, size: whole },
});
export const contentCheck: Check<ContentPart> = variantOf<ContentPart, 'type'>('type', {
  text: { text },
  image: { media_type: text, source: bytes, name: optional(text) },
  file: { media_type: text, source: bytes, name: optional(text) },
  reference: { name: text, uri: optional(text) },
});
export const phaseCheck: Check<Phase> = oneOf<Phase>({ commentary: true, answer: true });
