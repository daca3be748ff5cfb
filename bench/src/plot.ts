/** The results of a run as one picture: how far each is from its target, on the good side or the other. */
import { escapeMarkup } from '@toolthread/core/text';
import type { Case } from './case.ts';

/** A case that was run. */
export interface Result extends Pick<Case, 'name' | 'unit' | 'target'> {
  readonly ratio: number;
}

const ROW = 34;
const TOP = 40;
const LEFT = 210;
const WIDTH = 860;
/** Where the bar of a case that just meets its target ends. */
const AIM = 480;
/** This many pixels for each doubling; what is further away is drawn at the edge. */
const DOUBLING = 44;
const MOST = 6;

/** A row for each result: a bar to the right is better than the target, one to the left is worse. */
export function plot(results: readonly Result[]): string {
  const height = TOP + ROW * results.length + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Benchmarks: each ratio, and its target</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${AIM}" y="22" text-anchor="middle" fill="#555555">target; each line beside it is twice as good, or half</text>`,
    ...[-4, -2, 2, 4].map((doublings) => rule(AIM + doublings * DOUBLING, height, '#eeeeee')),
    ...results.map((result, index) => row(result, TOP + ROW * index)),
    rule(AIM, height, '#888888'),
    '</svg>',
    '',
  ].join('\n');
}

function row({ name, unit, ratio, target }: Result, y: number): string {
  const said = `${ratio}x${target === undefined ? '' : `, ${target.at === 'least' ? 'at least' : 'at most'} ${target.ratio}`}`;
  const label = `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end" fill="#111111">${escapeMarkup(name)}</text>`;
  const note = `<text x="${LEFT - 8}" y="${y + 26}" text-anchor="end" fill="#777777" font-size="10">${escapeMarkup(said)}</text>`;
  const bar = target === undefined ? '' : barOf(betterBy(ratio, target), y);
  return `<g><title>${escapeMarkup(`${name}: ${said}; ${unit}`)}</title>${label}${note}${bar}</g>`;
}

/** Doublings: 1 is twice as good as the target, -1 half as good. */
function betterBy(ratio: number, target: NonNullable<Case['target']>): number {
  const better = Math.log2(target.at === 'least' ? ratio / target.ratio : target.ratio / ratio);
  return Math.max(-MOST, Math.min(MOST, better));
}

function barOf(doublings: number, y: number): string {
  const width = Math.abs(doublings) * DOUBLING;
  const x = doublings < 0 ? AIM - width : AIM;
  const colour = doublings < 0 ? '#b3261e' : '#1b6e3c';
  return `<rect x="${x.toFixed(1)}" y="${y + 4}" width="${width.toFixed(1)}" height="18" fill="${colour}"/>`;
}

function rule(x: number, height: number, colour: string): string {
  return `<line x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${height - 8}" stroke="${colour}"/>`;
}
