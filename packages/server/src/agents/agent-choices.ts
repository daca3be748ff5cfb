import type { AgentChosen } from '@toolthread/core/events';

/** Who answers in a thread: what of it a person may choose. The server decides what is absent. */
export type AgentChoice = Omit<
  Extract<AgentChosen, object>,
  'v' | 'thread' | 'seq' | 'at' | 'run' | 'scope' | 'type' | 'by'
>;

/** A source of models: a provider, or a server on this computer. */
export interface ListedProvider {
  readonly name: string;
  readonly kind: 'provider' | 'local server';
  /** `found`: its key or its address, or the server itself. `refused`: it says that the key is wrong, or that it wants one. */
  readonly state: 'found' | 'missing' | 'refused' | 'unreachable';
  /** The variables that a key is looked for in, or the one address of a local server. Never a key. */
  readonly by: readonly string[];
  /** No key was given, only its address: there it is asked without one. */
  readonly keyless?: true;
  /** In its own words, where it refused. */
  readonly problem?: string;
  readonly models: readonly string[];
}

/** What there is to choose from. */
export interface ListedAgents {
  readonly agents: readonly string[];
  readonly providers: readonly ListedProvider[];
  /** Folders that an agent may work in. Without one, each thread has a folder of its own. */
  readonly workspaces: readonly string[];
  /** Folders below which any other may be named. */
  readonly below: readonly string[];
  /** What holds where nobody chooses. */
  readonly usual: AgentChoice;
}

/** For a server that can do more than one thing: who may answer in a thread, with which model, where. */
export interface AgentChoices {
  list(): Promise<ListedAgents>;
  /** The choice as it is recorded; or why it cannot be made, as a message. */
  judge(
    choice: AgentChoice,
  ): Promise<{ readonly ok: true; readonly choice: AgentChoice } | { readonly ok: false; readonly problem: string }>;
}
