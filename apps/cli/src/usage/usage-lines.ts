/** A report as a table: names at the left, numbers at the right, and below it what the costs are made of. */
import { firstFew } from '../terminal/first-few.ts';
import type { UsageSum } from '@toolthread/core/summary';
import { usedTokens } from '@toolthread/core/context';
import { countOf, formatDuration, spent, shortPath, shortNumber } from '@toolthread/core/text';
import { cellWidth } from '../terminal/cell-width.ts';
import { BLANK, line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import type { Style } from '../terminal/style.ts';
import type { UsageReport } from './usage-report.ts';
import type { Grouping } from './used-rows.ts';

interface Column {
  readonly title: string;
  cell(sum: UsageSum): string;
}

const TOKENS: readonly Column[] = [
  { title: 'input', cell: (sum) => shortNumber(sum.input_tokens + sum.cache_write_tokens) },
  { title: 'cached', cell: (sum) => shortNumber(sum.cache_read_tokens) },
  { title: 'output', cell: (sum) => shortNumber(sum.output_tokens) },
  { title: 'reasoning', cell: (sum) => shortNumber(sum.reasoning_tokens) },
  { title: 'cost', cell: costText },
];
const CALLS: readonly Column[] = [
  { title: 'calls', cell: (sum) => shortNumber(sum.calls) },
  { title: 'failed', cell: (sum) => shortNumber(sum.failed) },
];
const TIMES: readonly Column[] = [
  { title: 'worked', cell: (sum) => timeText(sum.worked_ms) },
  { title: 'waited', cell: (sum) => timeText(sum.waited_ms) },
];

/** Tokens are no tool's, and time is no model's. */
const COLUMNS: { readonly [by in Grouping]: readonly Column[] } = {
  day: [...TOKENS, ...CALLS, ...TIMES],
  project: [...TOKENS, ...CALLS, ...TIMES],
  agent: [...TOKENS, ...CALLS, ...TIMES],
  model: [...TOKENS, ...CALLS],
  tool: CALLS,
};

const NO_NAME: { readonly [by in Grouping]: string } = {
  day: '(no date)',
  project: '(no folder)',
  agent: '(no agent)',
  model: '(no model named)',
  tool: '(no name)',
};

interface Looks {
  readonly columns: number;
  readonly home: string;
}

export function usageLines(report: UsageReport, looks: Looks): Line[] {
  const notes = noteLines(report);
  return [...tableLines(report, looks), ...(notes.length === 0 ? [] : [BLANK]), ...notes];
}

interface Row {
  readonly name: string;
  readonly cells: readonly string[];
  readonly style: Style;
}

/** Where a name does not fit beside its numbers, it is in a line above them. */
function tableLines({ by, groups, total }: UsageReport, { columns, home }: Looks): Line[] {
  const cellsOf = (sum: UsageSum): string[] => COLUMNS[by].map(({ cell }) => cell(sum));
  const rows: readonly Row[] = [
    { name: by, cells: COLUMNS[by].map(({ title }) => title), style: 'faint' },
    ...groups.map(({ name, ...sum }): Row => ({
      name: span(name === null ? NO_NAME[by] : shortPath(name, home)).text,
      cells: cellsOf(sum),
      style: 'plain',
    })),
    { name: 'total', cells: cellsOf(total), style: 'strong' },
  ];
  const widths = COLUMNS[by].map((_, index) => Math.max(...rows.map(({ cells }) => cells[index]?.length ?? 0)));
  const room = columns - widths.reduce((sum, width) => sum + width + 1, 0);
  if (room < 0) return listLines(by, rows.slice(1));
  const widest = Math.max(...rows.map(({ name }) => cellWidth(name)));
  const first = widest <= room ? widest : Math.min(room, 'project'.length);
  return rows.flatMap(({ name, cells, style }) => {
    const figures = cells.map((cell, index) => ` ${cell.padStart(widths[index] ?? 0)}`).join('');
    const gap = first - cellWidth(name);
    if (gap >= 0) return [line([span(name + ' '.repeat(gap) + figures, style)])];
    return [line([span(name, style)], 0, 2), line([span(' '.repeat(first) + figures, style)])];
  });
}

function timeText(ms: number): string {
  return ms === 0 ? '0' : formatDuration(ms);
}

/** For a window in which no row of numbers fits. */
function listLines(by: Grouping, rows: readonly Row[]): Line[] {
  return rows.flatMap(({ name, cells, style }) => [
    line([span(name, style)], 0, 2),
    line([span(COLUMNS[by].map(({ title }, index) => `${title} ${cells[index]}`).join(', '), style)], 2),
  ]);
}

/** `$1.20`; `?` where no price is known, `$1.20+?` if some are not; `–` where no tokens were told: it was not free. */
function costText({ cost, unpriced_tokens: unpriced, input_tokens: input, output_tokens: output }: UsageSum): string {
  if (cost === 0 && unpriced > 0) return '?';
  if (cost === 0 && input + output === 0) return '–';
  const amount = cost < 1000 ? spent(cost) : `$${cost < 100_000 ? cost.toFixed(0) : shortNumber(cost)}`;
  return unpriced > 0 ? `${amount}+?` : amount;
}

const MOST_NAMED = 5;

function noteLines({ by, prices, unpriced, total, undated }: UsageReport): Line[] {
  const lists = prices.map(({ file, date }) => (file === null ? date : `${date} (${file})`)).join(', and over them ');
  const named = unpriced.map(({ model, tokens }) => `${model ?? NO_NAME.model} (${shortNumber(tokens)})`);
  const models = firstFew(named, MOST_NAMED).join(', ');
  const aboutCosts = [
    `Costs are what the tokens cost by API, at the prices of ${lists}.`,
    ...(unpriced.length === 0
      ? []
      : [`${shortNumber(total.unpriced_tokens)} tokens have no price, and are in no cost: ${models}.`]),
  ];
  const left = usedTokens(undated);
  const aboutDays = `Left out, since nothing says when it was: ${shortNumber(left)} tokens, ${countOf(undated.calls, 'tool call')}.`;
  const notes = [...(by === 'tool' ? [] : aboutCosts), ...(left + undated.calls === 0 ? [] : [aboutDays])];
  return notes.map((words) => line([span(words, 'faint')], 0, 2));
}
