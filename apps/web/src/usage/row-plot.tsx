import { visible } from '@toolthread/core/text';
import type { NamedUsage } from '@toolthread/server/answers';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { Legend, totalOf } from './bar-plot.tsx';
import type { Column } from './columns.ts';

export interface RowPlotProps {
  readonly title: string;
  readonly rows: readonly NamedUsage[];
  /** Each is a part of the line, one after the other. */
  readonly parts: readonly Column[];
  readonly nameOf: (name: string | null) => string;
}

/** The longest; the table has all. */
const MOST = 8;
const WIDTH = 400;

/** A line for each: models, projects, agents, tools. */
export function RowPlot({ title, rows, parts, nameOf }: RowPlotProps): ReactNode {
  const language = usePageLanguage();
  const used = rows.filter((row) => totalOf(row, parts) > 0);
  const shown = used.toSorted((a, b) => totalOf(b, parts) - totalOf(a, parts)).slice(0, MOST);
  const most = Math.max(...shown.map((row) => totalOf(row, parts)), 0);
  if (shown.length === 0) return null;
  return (
    <figure className="plot">
      <figcaption>
        {title}
        <Legend parts={parts} />
      </figcaption>
      <ul>
        {shown.map((row) => {
          let from = 0;
          return (
            <li key={row.name ?? ''}>
              <span>{visible(nameOf(row.name))}</span>
              <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
                {parts.map((part) => {
                  const x = from;
                  const width = (part.value(row) / most) * WIDTH;
                  from += width;
                  return <rect key={part.title} className={part.tone} x={x} y={0} width={width} height={10} />;
                })}
              </svg>
              <span>{parts.map((part) => part.text(row, language) || '0').join(' / ')}</span>
            </li>
          );
        })}
      </ul>
      {used.length > MOST && (
        <p className="plot-scale">{language.say('{n} more in the table', { n: used.length - MOST })}</p>
      )}
    </figure>
  );
}
