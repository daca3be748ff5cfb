/** Makes work whoever was chosen for the thread. */
import { choiceOf } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import { endWork, recoverRun } from '@toolthread/agent';
import type { Agent, AgentChoice } from '@toolthread/server';
import type { DemoAgent } from '../demo-agent.ts';
import { heldFolder } from './allowed-folders.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import { begunBy } from './begun-by.ts';

export interface ChosenAgentOptions {
  readonly usual: AgentChoice;
  readonly demo: DemoAgent;
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

/** Who answers in a thread, and with what. */
interface Answering {
  readonly agent: Agent;
  readonly model: () => Promise<Pick<Model, 'provider' | 'model'>>;
}

/** `createRunner({ agent: chosenAgent(options) })` */
export function chosenAgent(options: ChosenAgentOptions): Agent {
  const of = (thread: ThreadState): Agent => answering(thread, options).agent;
  return {
    hasWork: (thread, scope, now) => of(thread).hasWork(thread, scope, now),
    recover: recoverRun,
    tools: (thread) => of(thread).tools?.(thread) ?? [],
    run: async (input) => {
      const { agent, model } = answering(input.thread, options);
      // Whoever stops a run asks no model.
      const problem = input.signal.aborted ? undefined : await strangerProblem(input.thread, model);
      return problem === undefined ? agent.run(input) : input.append(endWork(input.thread, problem));
    },
    compact: async (input) => (await of(input.thread).compact?.(input)) ?? 'nothing',
  };
}

/** A run goes on by itself only with the model that began it: another one costs, and would be told what nobody meant for it. */
async function strangerProblem(thread: ThreadState, model: Answering['model']): Promise<string | undefined> {
  const begun = begunBy(thread);
  if (begun === undefined) return undefined;
  const now = await model();
  if (begun.provider === now.provider && begun.model === now.model) return undefined;
  return `This run was begun by ${begun.model}. This server answers with ${now.model} now. Send a message to go on with it.`;
}

function answering(thread: ThreadState, { usual, demo, withModel, modelOf, folders }: ChosenAgentOptions): Answering {
  const choice: AgentChoice = choiceOf(thread) ?? {};
  const name = choice.agent ?? usual.agent;
  if (name === 'demo') return { agent: demo, model: () => Promise.resolve(demo.model) };
  const model = (): Promise<Model> => modelOf(choice);
  const agent = withModel(choice.agent === undefined ? 'as asked' : name === 'team' ? 'team' : 'one', {
    model,
    approval: choice.approval ?? 'ask',
    folder: async () => {
      if (choice.workspace === undefined) return undefined;
      const held = await heldFolder(choice.workspace, folders);
      if (!held.ok) throw new Error(`${choice.workspace}: ${held.problem}`);
      return held.folder;
    },
  });
  return { agent, model };
}
