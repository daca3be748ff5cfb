import type { ThreadState } from '@toolthread/core';
import type { AgentChoice } from '../../agents/agent-choices.ts';

/** Finds files of a thread's workspace by a few letters of their paths. */
export interface FileSource {
  find(thread: ThreadState, words: string, limit: number): Promise<FoundFiles>;
  /** The same where a thread would work that begins with this choice. Without it, none are named before there is a thread. */
  findFirst?(choice: AgentChoice, words: string, limit: number): Promise<FoundFiles>;
}

/** `more`: there are others, or not all was looked at. A problem is told with a message. */
type FoundFiles =
  | { readonly ok: true; readonly files: readonly string[]; readonly more: boolean }
  | { readonly ok: false; readonly problem: string };
