/** What goes back to the model that made it, and to no other. */
import type { ProviderBlob } from '../../ledger/content-part.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { JsonObject } from '../../ledger/json/json.ts';
import { metadataOf } from './metadata-of.ts';
import { plainJson } from '../../ledger/json/plain-json.ts';
import type { SdkCall } from './sdk-calls.ts';

export type Stamp = Omit<ProviderBlob, 'data'>;

/** `metadataBlob(metadataOf(part), stamp)` */
export function metadataBlob(metadata: JsonObject | undefined, stamp: Stamp): ProviderBlob | undefined {
  return metadata === undefined ? undefined : { ...stamp, data: { metadata } };
}

/** A call that the provider ran says so: it goes back as one. */
export function callBlob({ runs }: SdkCall, part: Fields, stamp: Stamp): ProviderBlob | undefined {
  const metadata = metadataOf(part);
  if (runs === 'here') return metadataBlob(metadata, stamp);
  return { ...stamp, data: { ran: 'provider', ...(metadata === undefined ? {} : { metadata }) } };
}

/** A result of the provider's own tool goes back unchanged, not as text. */
export function resultBlob(id: string, part: Fields, stamp: Stamp): ProviderBlob | undefined {
  const output = plainJson(part['output']);
  if (output === undefined) return undefined;
  const metadata = metadataOf(part);
  return { ...stamp, data: { type: 'tool-result', id, output, ...(metadata === undefined ? {} : { metadata }) } };
}
