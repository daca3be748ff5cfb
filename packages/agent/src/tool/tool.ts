/** A tool, as the loop knows it: its schema for the model, and what to do with the arguments of a call. */
import type { CallResult, Question, Settlement } from '@toolthread/core';
import type { ToolSchema } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import type { Blobs } from '../blobs.ts';
import type { ToolValue } from './tool-value.ts';

/** A tool, as the loop knows it. */
export interface Tool extends ToolSchema {
  /** It changes nothing: calls of such tools run together, every other call runs alone. */
  readonly safe: boolean;
  /** `safe` is only claimed, by an MCP server: what such a tool changes is recorded as if it were not safe. */
  readonly claimed?: boolean;
  /** Set only where running it again after a failure does no harm. */
  readonly retry: Retry | undefined;
  /** Which end of a long output the model gets to see. */
  readonly keeps: 'head' | 'tail';
  /** How a person is asked to allow a call: `Run this command?` */
  readonly question?: string;
  accept(given: Json): Promise<Accepted>;
}

/** How often a failed call is tried again. */
export interface Retry {
  /** All attempts together, the first one included. */
  readonly attempts: number;
  readonly delayMs: number;
}

/** What follows from the arguments: work, a question to a person, or a refusal that says what is wrong with them. */
export type Accepted =
  | {
      readonly kind: 'run';
      /** What is allowed when a person allows this call for the whole thread, in words: every call with the same words. Undefined: exactly these arguments. */
      readonly grant: string | undefined;
      /** Why a person must allow this, whatever the policy says; undefined if the policy may. */
      needsApproval(at: { readonly workspace: string | undefined }): Promise<string | undefined>;
      execute(context: ToolContext): Promise<ToolValue>;
      /** Set: the work is a child agent's, and `execute` is not called. */
      readonly child?: ChildTask;
    }
  | { readonly kind: 'ask'; readonly questions: readonly Question[] }
  | { readonly kind: 'refused'; readonly problem: string };

/** What a child agent is started with. */
export interface ChildTask {
  readonly name: string;
  readonly task: string;
  readonly system?: string;
}

/** What a tool gets beside its arguments. */
export interface ToolContext {
  /** Aborts when the run is stopped. A tool that does not end within a second after is left behind. */
  readonly signal: AbortSignal;
  /** The folder that file tools stay in. */
  readonly workspace: string | undefined;
  readonly call: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly blobs: Blobs | undefined;
  /** A person has allowed this call, or a policy that trusts the workspace: it may do what needs approval. */
  readonly approved: boolean;
  /**
   * Patterns of paths that the policy holds back from this call though it does not name them, and those that it holds back from another tool,
   * which this one does the work of: who walks through folders leaves them out.
   */
  leavesOut(alsoOf?: string): Promise<readonly string[]>;
  /** Shows text while the tool runs. It is for the eye; the result is what the tool returns. */
  output(text: string): void;
  /**
   * Says something in the thread's chat, in the agent's name, to those whom `mentions` names: `@coder`. Once for each
   * call, however often it is tried.
   */
  post(text: string, mentions?: readonly string[]): Promise<void>;
  /** Asks a person while the tool runs. Undefined: the run was stopped first. */
  ask(asked: Asked): Promise<Settlement | undefined>;
  /** The result of an earlier call of this agent, by the id that the results name. */
  resultOf(call: string): CallResult | undefined;
}

/** What a tool asks a person. */
export interface Asked {
  readonly title: string;
  readonly questions: readonly Question[];
}
