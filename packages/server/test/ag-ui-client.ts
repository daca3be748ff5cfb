/** Stock clients of AG-UI: the one of 1.0, and the last one before it. */
import { HttpAgent, type Message } from '@ag-ui/client';
import { HttpAgent as HttpAgent0 } from 'ag-ui-client-0';
import { expect, vi } from 'vitest';

export const versions = ['1.0.0', '0.0.59'] as const;
export type Version = (typeof versions)[number];

/** What is used of both. */
export interface AgUiClient {
  readonly messages: readonly unknown[];
  readonly state: unknown;
  readonly pendingInterrupts: readonly {
    readonly id: string;
    readonly reason: string;
    readonly toolCallId?: string | undefined;
  }[];
  addMessage(message: { readonly id: string; readonly role: 'user'; readonly content: string }): void;
  runAgent(parameters?: object, subscriber?: object): Promise<unknown>;
  abortRun(): void;
}

export interface ClientOptions {
  readonly url: string;
  readonly threadId: string;
  readonly headers?: Record<string, string>;
  readonly messages?: readonly unknown[];
  readonly state?: unknown;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export function newClient(version: Version, { messages, state, ...options }: ClientOptions): AgUiClient {
  // What a client has is what it was told: JSON.
  const had = JSON.parse(JSON.stringify({ initialMessages: messages ?? [], initialState: state ?? {} })) as {
    initialMessages: Message[];
    initialState: object;
  };
  if (version === '1.0.0') return new HttpAgent({ ...options, ...had });
  return new HttpAgent0({ ...options, ...had } as ConstructorParameters<typeof HttpAgent0>[0]);
}

/** Neither warns nor throws: both clients say so where a stream breaks their rules. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const said = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  try {
    const result = await work();
    for (const each of said) expect(each.mock.calls).toEqual([]);
    return result;
  } finally {
    for (const each of said) each.mockRestore();
  }
}
