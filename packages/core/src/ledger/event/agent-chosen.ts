import type { Envelope } from './envelope.ts';

/**
 * A person chose who answers from the next run on. It is the whole choice: of what is absent the server decides. What a fork copied, or a file brought along,
 * chooses nothing.
 */
export interface AgentChosen extends Envelope {
  readonly type: 'agent.chosen';
  /** Which person, where several are known. */
  readonly by?: string;
  /** By the name that the server has for it: `demo`, `built-in`, `team`. */
  readonly agent?: string;
  readonly provider?: string;
  readonly model?: string;
  /** The folder that it works in. */
  readonly workspace?: string;
  readonly approval?: ApprovalMode;
}

/**
 * What runs without asking. `ask`: what the policy allows. `read-only`: only what looks, and nothing else is asked for. `auto-edit`: files of the workspace are
 * written, too.
 */
export type ApprovalMode = 'ask' | 'read-only' | 'auto-edit';
