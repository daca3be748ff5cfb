import { isFields } from '@toolthread/core/json';
import { z } from 'zod';
import { MOST_BODY_BYTES } from '@toolthread/core/text';
import type { Body } from './read-body.ts';

/** What `useChat` sends: the whole chat, of which only what is new is looked at. */
export const chatBody: Body<ChatBody> = {
  schema: z.strictObject({
    id: z.string().max(200),
    // One problem for all of them, and nothing is copied: a long chat has many, and only the last ones are read.
    messages: z
      .array(z.unknown())
      .min(1)
      .refine((messages) => messages.every(isFields), 'Each message is an object.')
      .transform((messages) => messages.filter(isFields)),
    trigger: z.enum(['submit-message', 'regenerate-message']),
    messageId: z.string().max(200).exactOptional(),
  }),
  bytes: MOST_BODY_BYTES,
  values: 200_000,
};

export interface ChatBody {
  readonly id: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly trigger: 'submit-message' | 'regenerate-message';
  readonly messageId?: string;
}

/** What a person says in such a chat: its files are data of their own, or are here already. */
export const chatPart: z.ZodType<ChatPart> = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('file'),
    mediaType: z.string().max(200),
    url: z.string(),
    filename: z.string().max(1000).exactOptional(),
  }),
]);

export type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly url: string; readonly filename?: string };
