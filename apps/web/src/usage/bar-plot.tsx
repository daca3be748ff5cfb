import type { UsageSum } from '@toolthread/core/summary';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import type { Column } from './columns.ts';
import type { Span, Spans, SpanUnit } from './spans-of.ts';

export interface BarPlotProps extends Spans {
  readonly title: string;
  /** Each is a part of the bar, one after the other. */
  readonly parts: readonly Column[];
}

const WIDTH = 720;
const HEIGHT = 160;
const GAP = 3;
const WIDEST = 60;

/** Of days nothing is said: the plots are under “By day”. */
const UNITS: { readonly [unit in SpanUnit]: PagePhrase | undefined } = {
  day: undefined,
  week: 'by week',
  month: 'by month',
};

/** Columns over time, the newest at the right. The line at the top is as much as the highest has. */
export function BarPlot({ title, unit, spans, parts }: BarPlotProps): ReactNode {
  const language = usePageLanguage();
  const most = Math.max(...spans.map((span) => totalOf(span, parts)), 0);
  const width = Math.min(WIDEST, Math.max(1, WIDTH / spans.length - GAP));
  const step = (WIDTH - width) / Math.max(1, spans.length - 1);
  const [begin] = spans.find(({ days }) => days !== undefined)?.days ?? [];
  const end = spans.at(-1)?.days?.[1];
  const by = UNITS[unit];
  if (most === 0) return null;
  return (
    <figure className="plot">
      <figcaption>
        {by === undefined ? title : `${title} ${language.say(by)}`}
        <Legend parts={parts} />
      </figcaption>
      <p className="plot-scale">{parts[0]?.amount(most, language)}</p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title} preserveAspectRatio="none">
        {spans.map((span, index) => {
          let below = HEIGHT;
          const facts = parts.map((part) => `${language.say(part.title)}: ${part.text(span, language) || '0'}`);
          return (
            <g key={span.days?.[0] ?? ''}>
              <title>{`${nameOf(span, language)}\n${facts.join('\n')}`}</title>
              {parts.map((part) => {
                const height = (part.value(span) / most) * HEIGHT;
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
      {begin !== undefined && end !== undefined && (
        <p className="plot-ends" aria-hidden="true">
          <span>{dayText(begin, language)}</span>
          <span>{begin === end ? '' : dayText(end, language)}</span>
        </p>
      )}
    </figure>
  );
}

/** `2026-11-16` as the reader writes it. */
export function dayText(day: string, { locale }: PageLanguage): string {
  return formatOf(locale).format(noonOf(day));
}

function nameOf({ days }: Span, { say, locale }: PageLanguage): string {
  if (days === undefined) return say('(no date)');
  return formatOf(locale).formatRange(noonOf(days[0]), noonOf(days[1]));
}

function formatOf(locale: PageLanguage['locale']): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00`);
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

export function totalOf(row: UsageSum, parts: readonly Column[]): number {
  return parts.reduce((sum, part) => sum + part.value(row), 0);
}
