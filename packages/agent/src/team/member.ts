import type { Model } from '@toolthread/core/context';
import type { Limits } from '../run/limits.ts';
import type { Tool } from '../tool/tool.ts';

/** One agent of a team: a name, a prompt and tools of its own. */
export interface Member {
  /** `coder`; in the chat `@coder`. */
  readonly name: string;
  readonly model: Model;
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly limits?: Partial<Limits>;
  /** `false`: its calls and their results are withheld from whoever reads the thread. Its words are not. */
  readonly showToolCalls?: boolean;
}
