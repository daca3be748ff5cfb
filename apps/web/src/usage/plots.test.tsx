import type { NamedUsage } from '@toolthread/server/answers';
import { usageSum } from '@toolthread/core/summary';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BarPlot } from './bar-plot.tsx';
import { CALLS_BY_END, TIMES } from './columns.ts';
import { RowPlot } from './row-plot.tsx';
import { spansOf } from './spans-of.ts';

const row = (fields: Partial<NamedUsage>): NamedUsage => ({
  name: null,
  ...usageSum([], () => undefined),
  ...fields,
});

test('what a plot says of a row are the figures that it draws: a tool that was called once and failed has no call that did not', () => {
  const plot = renderToStaticMarkup(
    <RowPlot
      title="Calls"
      rows={[row({ name: 'web_fetch', calls: 1, failed: 1 })]}
      parts={CALLS_BY_END}
      nameOf={String}
    />,
  );
  expect(plot).toContain('0 / 1');
});

test('a plot that has not all rows says how many are only in the table', () => {
  const plotOf = (count: number, idle = 0): string => {
    const rows = Array.from({ length: count }, (_, n) => row({ name: `m${n}`, calls: n < idle ? 0 : 1 }));
    return renderToStaticMarkup(<RowPlot title="Calls" rows={rows} parts={CALLS_BY_END} nameOf={String} />);
  };
  expect(plotOf(12)).toContain('4 more in the table');
  for (const [count, idle] of [
    [8, 0],
    [12, 4],
  ] as const)
    expect(plotOf(count, idle)).not.toContain('in the table');
});

test('a plot by day has a scale: as much as its highest day has, in the unit of what it draws', () => {
  const rows = [
    row({ name: '2026-03-01', worked_ms: 60_000, waited_ms: 30_000 }),
    row({ name: '2026-03-02', worked_ms: 5000 }),
  ];
  const plot = renderToStaticMarkup(<BarPlot title="Time" {...spansOf(rows)} parts={TIMES} />);
  expect(plot).toContain('<p class="plot-scale">1m 30s</p>');
});

test('plots of nothing are none', () => {
  const rows = [row({ name: '2026-03-01', calls: 1 })];
  const plots = [
    <RowPlot title="Time" rows={rows} parts={TIMES} nameOf={String} />,
    <BarPlot title="Time" {...spansOf(rows)} parts={TIMES} />,
  ];
  for (const plot of plots) expect(renderToStaticMarkup(plot)).toBe('');
});

test('a plot of a long time says how long a bar is', () => {
  const rows = [row({ name: '2026-01-01', worked_ms: 60_000 }), row({ name: '2026-03-31', worked_ms: 60_000 })];
  const plot = renderToStaticMarkup(<BarPlot title="Time" {...spansOf(rows)} parts={TIMES} />);
  expect(plot).toContain('Time by week');
  expect(plot).toMatch(/Jan 1\s–\s4, 2026/);
});
