import type { Step, StepEnd } from '../../ledger/thread-state.ts';
import { uiUsage } from '../ai-sdk/ui/request-data.ts';

/** Tokens as AG-UI counts them: what was read from and written to a cache is input, too. */
export interface AgUiUsage {
  readonly provider?: string;
  readonly model?: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
}

/**
 * The tokens that a step took, with who took them; none if nobody counted.
 *
 * @example
 * const [, step] = [...exampleState.steps.entries()][0] ?? [];
 * step?.end === undefined ? [] : agUiUsage(step, step.end); //=> []
 */
export function agUiUsage({ config }: Step, { usage }: StepEnd): readonly AgUiUsage[] {
  if (usage === undefined) return [];
  const { cache_read_tokens: read, cache_write_tokens: written, reasoning_tokens: reasoning } = usage;
  return [
    {
      ...(config === undefined ? {} : { provider: config.provider, model: config.model }),
      ...uiUsage(usage),
      ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
      ...(read === undefined ? {} : { cachedInputTokens: read }),
      ...(written === undefined ? {} : { cacheWriteInputTokens: written }),
    },
  ];
}
