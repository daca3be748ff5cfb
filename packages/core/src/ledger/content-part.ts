import type { Json } from './json/json.ts';

/** Where the bytes of an image or a file are. A blob lives in the store, by the hash of its content. */
export type ByteSource =
  | { readonly kind: 'base64'; readonly data: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'blob'; readonly hash: string; readonly size: number };

/** One ordered piece of what a person posted or a tool returned. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly media_type: string; readonly source: ByteSource; readonly name?: string }
  | { readonly type: 'file'; readonly media_type: string; readonly source: ByteSource; readonly name?: string }
  | { readonly type: 'reference'; readonly name: string; readonly uri?: string };

/**
 * What a provider wants back unchanged: signatures, encrypted reasoning, server-tool blocks.
 * Stamped with its maker, because no one else accepts it.
 */
export interface ProviderBlob {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
  readonly data: Json;
}

/** The tokens that a request took, as the provider counted them. */
export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens?: number;
  readonly cache_write_tokens?: number;
  readonly reasoning_tokens?: number;
}

/** What went wrong, as a message, and by its code if there is one. */
export interface Failure {
  readonly message: string;
  readonly code?: string;
}
