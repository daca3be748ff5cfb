import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchOptions } from './bench-options.ts';
import type { Case, Measured } from './case.ts';
import { cases } from './cases/index.ts';
import { keptRatios } from './kept-ratios.ts';
import { plot } from './plot.ts';

const { values, positionals, sizes } = benchOptions(cases.map(({ name }) => name));

const chosen = positionals.length === 0 ? cases : cases.filter(({ name }) => positionals.includes(name));
const results: Record<string, object> = {};
const ratios: Record<string, number> = {};
if (!values.json) console.log(row('benchmark', 'ratio', 'target', 'ours', 'theirs', 'unit'));

for (const one of chosen) {
  const measured = await one.run(sizes);
  if ('skipped' in measured) {
    results[one.name] = { unit: one.unit, skipped: measured.skipped };
    if (!values.json) console.log(row(one.name, '', 'skipped', '', '', `${one.unit}: ${measured.skipped}`));
    continue;
  }
  const ratio = measured.ours / measured.theirs;
  results[one.name] = {
    ratio: round(ratio),
    unit: one.unit,
    ours: round(measured.ours),
    theirs: round(measured.theirs),
  };
  ratios[one.name] = round(ratio);
  if (!values.json) console.log(line(one, measured, ratio));
}
if (values.json) console.log(JSON.stringify(results));
if (values.plot !== undefined) {
  const kept = keptRatios(values.plot, ratios);
  const drawn = cases.flatMap((one) => {
    const ratio = kept[one.name];
    return ratio === undefined ? [] : [{ ...one, ratio }];
  });
  writeFileSync(join(values.plot, 'benchmarks.svg'), plot(drawn));
}

function line({ name, unit, target }: Case, { ours, theirs, note }: Measured, ratio: number): string {
  const wanted = target === undefined ? '' : verdict(target, ratio);
  return row(
    name,
    `${round(ratio)}x`,
    wanted,
    show(ours),
    show(theirs),
    note === undefined ? unit : `${unit}; ${note}`,
  );
}

function verdict({ at, ratio: wanted }: NonNullable<Case['target']>, ratio: number): string {
  const met = at === 'least' ? ratio >= wanted : ratio <= wanted;
  return `${at === 'least' ? '≥' : '≤'} ${wanted} ${met ? '✓' : '✗'}`;
}

function row(name: string, ratio: string, target: string, ours: string, theirs: string, unit: string): string {
  return [name.padEnd(26), ratio.padStart(8), target.padEnd(7), ours.padStart(10), theirs.padStart(10), unit].join(
    '  ',
  );
}

function show(value: number): string {
  return round(value).toLocaleString('en');
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
