/** Makes work whoever was chosen for the thread. */
import { choiceOf } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import { recoverRun } from '@toolthread/agent';
import type { Agent, AgentChoice } from '@toolthread/server';
import { heldFolder } from './allowed-folders.ts';
import type { AllowedFolders } from './allowed-folders.ts';

export interface ChosenAgentOptions {
  readonly usual: AgentChoice;
  readonly demo: Agent;
  /** An agent with this model, in this folder; without them, with the server's own. */
  readonly withModel: (as: 'one' | 'team' | 'as asked', settings: ModelSettings) => Agent;
  /** Undefined: the model that the server was started with. */
  readonly modelOf: (choice: AgentChoice) => Promise<Model>;
  readonly folders: AllowedFolders;
}

export interface ModelSettings {
  readonly model: () => Promise<Model>;
  /** The folder that was chosen, looked at again; undefined: the usual one. */
  readonly folder: () => Promise<string | undefined>;
  readonly approval: NonNullable<AgentChoice['approval']>;
}

/** `createRunner({ agent: chosenAgent(options) })` */
export function chosenAgent(options: ChosenAgentOptions): Agent {
  const of = (thread: ThreadState): Agent => agentOf(thread, options);
  return {
    hasWork: (thread, scope, now) => of(thread).hasWork(thread, scope, now),
    recover: recoverRun,
    tools: (thread) => of(thread).tools?.(thread) ?? [],
    run: (input) => of(input.thread).run(input),
    compact: async (input) => (await of(input.thread).compact?.(input)) ?? 'nothing',
  };
}

function agentOf(thread: ThreadState, { usual, demo, withModel, modelOf, folders }: ChosenAgentOptions): Agent {
  const choice: AgentChoice = choiceOf(thread) ?? {};
  const name = choice.agent ?? usual.agent;
  if (name === 'demo') return demo;
  return withModel(choice.agent === undefined ? 'as asked' : name === 'team' ? 'team' : 'one', {
    model: () => modelOf(choice),
    approval: choice.approval ?? 'ask',
    folder: async () => {
      if (choice.workspace === undefined) return undefined;
      const held = await heldFolder(choice.workspace, folders);
      if (!held.ok) throw new Error(`${choice.workspace}: ${held.problem}`);
      return held.folder;
    },
  });
}
