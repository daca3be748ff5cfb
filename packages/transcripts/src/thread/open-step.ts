import type { FinishReason, Usage } from '@toolthread/core';

/** One response of a model, while its parts come. */
export interface OpenStep {
  readonly scope: string | undefined;
  step: number;
  parts: number;
  /** It has words since its last call. */
  said: boolean;
  /** Its last words name a source. */
  cited: boolean;
  usage: Usage | undefined;
  /** What the file says; else it follows from whether the step called tools. */
  finish: FinishReason | undefined;
  calls: number;
  /** A call of this step has its result. */
  answered: boolean;
  durationMs: number | undefined;
  /** When its last words, call or result came, or when the file says that it ended. */
  at: number | undefined;
}

export function newStep(scope: string | undefined, step: number, at: number | undefined): OpenStep {
  return {
    scope,
    step,
    parts: 0,
    said: false,
    cited: false,
    usage: undefined,
    finish: undefined,
    calls: 0,
    answered: false,
    durationMs: undefined,
    at,
  };
}

/** What stands before words that begin a paragraph of the response. */
export function gapBefore({ said }: OpenStep, text: string): string {
  return said && !text.startsWith('\n') && text.trim() !== '' ? '\n\n' : '';
}
