import { isFields } from '@toolthread/core/json';
import { z } from 'zod';
import { MOST_BODY_BYTES } from '@toolthread/core/text';
import type { Body } from './read-body.ts';

/** What an AG-UI client sends: the whole thread as it knows it, of which only what is new is looked at. */
export const agUiBody: Body<AgUiBody> = {
  // Other fields are the client's own business: its tools and its context have no place in a thread.
  schema: z.object({
    threadId: z.string().max(200),
    runId: z.string().max(200),
    // One problem for all of them, and nothing is copied.
    messages: z
      .array(z.unknown())
      .refine((messages) => messages.every(isFields), 'Each message is an object.')
      .transform((messages) => messages.filter(isFields)),
    state: z.unknown().exactOptional(),
    resume: z
      .array(
        z.object({
          interruptId: z.string().max(200),
          status: z.enum(['resolved', 'cancelled']),
          payload: z.unknown().exactOptional(),
        }),
      )
      .max(1000)
      .exactOptional(),
    protocolVersion: z.string().max(200).exactOptional(),
    forwardedProps: z.unknown().exactOptional(),
  }),
  bytes: MOST_BODY_BYTES,
  values: 200_000,
};

export interface AgUiBody {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly state?: unknown;
  readonly resume?: readonly AgUiResume[];
  /** Absent: a client of the time before AG-UI 1.0. */
  readonly protocolVersion?: string;
  /** Of which `toolthread` is for us. */
  readonly forwardedProps?: unknown;
}

/** What a person decided or answered, or that they will not. */
export interface AgUiResume {
  readonly interruptId: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload?: unknown;
}

const mimeType = z.string().max(200);
const filename = z.string().exactOptional();

/** What a person says, which `agUiParts` reads: a text, or texts and media, which are data of their own or are here already. */
export const agUiContent: z.ZodType = z.union([
  z.string(),
  z
    .array(
      z.union([
        z.object({ type: z.literal('text'), text: z.string() }),
        z.object({
          type: z.enum(['image', 'audio', 'video', 'document']),
          source: z.union([
            z.object({ type: z.literal('data'), value: z.string(), mimeType }),
            z.object({ type: z.literal('url'), value: z.string(), mimeType: mimeType.exactOptional() }),
          ]),
        }),
        // Of the time before AG-UI 1.0.
        z.object({ type: z.literal('binary'), mimeType, filename, data: z.string() }),
        z.object({ type: z.literal('binary'), mimeType, filename, url: z.string() }),
      ]),
    )
    .max(1000),
]);
