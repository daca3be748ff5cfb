import type { Failure, Usage } from '../content-part.ts';
import type { Envelope } from './envelope.ts';
import type { FinishReason } from '../finish-reason.ts';

/** `step` is minted by the writer: unique within its scope, never used twice. */
export interface StepStarted extends Envelope {
  readonly type: 'agent.step.started';
  readonly step: number;
  /** The last event the request was built from. */
  readonly built_from?: number;
}

/** A model's response has ended. */
export interface StepCompleted extends Envelope {
  readonly type: 'agent.step.completed';
  readonly step: number;
  readonly finish_reason: FinishReason;
  /** A failed provider attempt: visible, never in the context. */
  readonly discarded?: boolean;
  readonly usage?: Usage;
  readonly duration_ms?: number;
  readonly error?: Failure;
}

/** A provider's attempt failed, and the next one has to wait: which one it will be, and until when. Why is in the step that failed. */
export interface StepRetrying extends Envelope {
  readonly type: 'agent.step.retrying';
  /** The one that failed. */
  readonly step: number;
  /** Of the one that follows. The first request was 1. */
  readonly attempt: number;
  readonly max_attempts: number;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** Somebody did not want to wait for the attempt that follows a failed step: it is made now. */
export interface RunRetryRequested extends Envelope {
  readonly type: 'run.retry.requested';
  /** The one that failed. */
  readonly step: number;
  readonly by?: string;
}

/** What is said of a step as a whole. */
export type StepEvent = StepStarted | StepCompleted | StepRetrying | RunRetryRequested;
