import { formatDuration } from '@toolthread/core/text';
import type { PageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import type { UsageSum } from '@toolthread/core/summary';
import type { Grouping } from './ask-usage.ts';
import { costText } from './cost-text.ts';

/** A figure of a row: as a number for the plot, and in words for the table. */
export interface Column {
  readonly title: PagePhrase;
  /** How it is drawn. */
  readonly tone: string;
  value(sum: UsageSum): number;
  /** Any value of it in words: the scale of the plot. */
  amount(value: number, language: PageLanguage): string;
  text(sum: UsageSum, language: PageLanguage): string;
}

const number = (title: PagePhrase, tone: string, value: (sum: UsageSum) => number): Column => {
  const amount: Column['amount'] = (of, language) => language.number(of);
  return { title, tone, value, amount, text: (sum, language) => amount(value(sum), language) };
};

const time = (title: PagePhrase, tone: string, value: (sum: UsageSum) => number): Column => ({
  title,
  tone,
  value,
  amount: formatDuration,
  text: (sum, language) => (value(sum) === 0 ? '' : formatDuration(value(sum), language)),
});

export const COST: Column = {
  title: 'Cost',
  tone: 'plot-first',
  value: ({ cost }) => cost,
  amount: (cost, language) => costText({ cost, unpriced_tokens: 0 }, language),
  text: costText,
};

const INPUT = number('Input', 'plot-first', (sum) => sum.input_tokens + sum.cache_write_tokens);
const CACHED = number('Cached', 'plot-second', (sum) => sum.cache_read_tokens);
const OUTPUT = number('Output', 'plot-third', (sum) => sum.output_tokens);
const REASONING = number('Of which reasoning', 'plot-third', (sum) => sum.reasoning_tokens);
const CALLS = number('Calls', 'plot-first', (sum) => sum.calls);
const FAILED = number('Failed', 'plot-failed', (sum) => sum.failed);
const WORKED = time('Worked', 'plot-first', (sum) => sum.worked_ms);
const WAITED = time('Waited for you', 'plot-waiting', (sum) => sum.waited_ms);

/** What a plot draws one above the other: they do not overlap. */
export const TOKENS: readonly Column[] = [INPUT, CACHED, OUTPUT];
export const CALLS_BY_END: readonly Column[] = [
  number('Not failed', 'plot-first', (sum) => sum.calls - sum.failed),
  FAILED,
];
export const TIMES: readonly Column[] = [WORKED, WAITED];

const ALL = [INPUT, CACHED, OUTPUT, REASONING, COST, CALLS, FAILED, WORKED, WAITED];

/** Tokens are no tool's, and time is no model's. */
export const COLUMNS: { readonly [by in Grouping]: readonly Column[] } = {
  day: ALL,
  project: ALL,
  agent: ALL,
  model: [INPUT, CACHED, OUTPUT, REASONING, COST, CALLS, FAILED],
  tool: [CALLS, FAILED],
};
