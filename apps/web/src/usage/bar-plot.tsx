import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { NamedUsage } from '@toolthread/server/answers';
import { everyDay } from './every-day.ts';
import type { Column } from './columns.ts';

export interface BarPlotProps {
  readonly title: string;
  readonly rows: readonly NamedUsage[];
  /** Each is a part of the bar, one after the other. */
  readonly parts: readonly Column[];
  readonly nameOf: (name: string | null) => string;
}

/** As many as can be read beside each other; the table has all. */
const MOST = 31;
const WIDTH = 720;
const HEIGHT = 160;
const GAP = 3;
const WIDEST = 60;

/** Columns over time: days, the newest at the right. The line at the top is as much as the highest has. */
export function BarPlot({ title, rows, parts, nameOf }: BarPlotProps): ReactNode {
  const language = usePageLanguage();
  const shown = everyDay(rows).slice(-MOST);
  const most = Math.max(...shown.map((row) => totalOf(row, parts)), 0);
  const width = Math.min(WIDEST, Math.max(1, WIDTH / shown.length - GAP));
  const step = (WIDTH - width) / Math.max(1, shown.length - 1);
  const [first, last] = [shown[0], shown.at(-1)];
  if (most === 0) return null;
  return (
    <figure className="plot">
      <figcaption>
        {title}
        <Legend parts={parts} />
      </figcaption>
      <p className="plot-scale">{parts[0]?.amount(most, language)}</p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title} preserveAspectRatio="none">
        {shown.map((row, index) => {
          let below = HEIGHT;
          const facts = parts.map((part) => `${language.say(part.title)}: ${part.text(row, language) || '0'}`);
          return (
            <g key={row.name ?? ''}>
              <title>{`${visible(nameOf(row.name))}\n${facts.join('\n')}`}</title>
              {parts.map((part) => {
                const height = (part.value(row) / most) * HEIGHT;
                below -= height;
                return (
                  <rect
                    key={part.title}
                    className={part.tone}
                    x={index * step}
                    y={below}
                    width={width}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      {first !== undefined && last !== undefined && (
        <p className="plot-ends" aria-hidden="true">
          <span>{visible(nameOf(first.name))}</span>
          <span>{last === first ? '' : visible(nameOf(last.name))}</span>
        </p>
      )}
    </figure>
  );
}

export function Legend({ parts }: { readonly parts: readonly Column[] }): ReactNode {
  const { say } = usePageLanguage();
  if (parts.length < 2) return null;
  return (
    <span className="plot-legend">
      {parts.map(({ title, tone }) => (
        <span key={title}>
          <i className={`plot-key ${tone}`} aria-hidden="true" /> {say(title)}
        </span>
      ))}
    </span>
  );
}

export function totalOf(row: NamedUsage, parts: readonly Column[]): number {
  return parts.reduce((sum, part) => sum + part.value(row), 0);
}
