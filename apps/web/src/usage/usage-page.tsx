import { formatDuration, visible } from '@toolthread/core/text';
import { agentName } from '@toolthread/transcripts/agents';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import { MenuButton } from '../page/menu-button.tsx';
import { ThemeButton } from '../page/theme-button.tsx';
import { DAYS, Select } from '../threads/list-filter.tsx';
import { sinceDays } from '../threads/sought-threads.ts';
import { askUsage } from './ask-usage.ts';
import type { Grouping } from './ask-usage.ts';
import type { Usage } from '@toolthread/server/answers';
import { BarPlot } from './bar-plot.tsx';
import { CALLS_BY_END, COLUMNS, COST, TIMES, TOKENS } from './columns.ts';
import type { Column } from './columns.ts';
import { RowPlot } from './row-plot.tsx';
import { SpentToday } from './spent-today.tsx';
import { UsageNotes } from './usage-notes.tsx';
import { UsageTable } from './usage-table.tsx';

const SECTIONS: readonly (readonly [Grouping, PagePhrase, readonly (readonly [PagePhrase, readonly Column[]])[]])[] = [
  [
    'day',
    'By day',
    [
      ['Tokens', TOKENS],
      ['Cost', [COST]],
      ['Calls', CALLS_BY_END],
      ['Time', TIMES],
    ],
  ],
  [
    'model',
    'By model',
    [
      ['Tokens', TOKENS],
      ['Cost', [COST]],
    ],
  ],
  [
    'project',
    'By project',
    [
      ['Tokens', TOKENS],
      ['Cost', [COST]],
      ['Time', TIMES],
    ],
  ],
  [
    'agent',
    'By agent',
    [
      ['Tokens', TOKENS],
      ['Cost', [COST]],
      ['Time', TIMES],
    ],
  ],
  ['tool', 'By tool', [['Calls', CALLS_BY_END]]],
];

/** What all threads and sessions used: the figures of `toolthread usage`. */
export function UsagePage({ onMenu }: { readonly onMenu: () => void }): ReactNode {
  const { say } = usePageLanguage();
  const [days, setDays] = useState<number | undefined>(30);
  const [usage, setUsage] = useState<Usage | string>();
  useEffect(() => {
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await askUsage(days === undefined ? '' : dayOf(sinceDays(days, Date.now())), stop.signal);
      if (!stop.signal.aborted) setUsage(answer ?? say('The server does not answer. Nothing is lost; trying again…'));
    };
    void ask();
    return () => stop.abort();
  }, [days]);
  return (
    <main id="main" className="thread-page new-thread-page usage-page">
      <title>{`${say('Usage')} · Toolthread`}</title>
      <header className="bar">
        <MenuButton onPress={onMenu} />
        <h1>{say('Usage')}</h1>
        <span className="bar-place" />
        <span className="bar-totals" />
        <ThemeButton />
      </header>
      <div className="usage-scroller" tabIndex={0} role="region" aria-label={say('Usage')}>
        <div className="usage-column">
          <SpentToday />
          <Select label={say('When')} value={days} choices={DAYS} onChoose={setDays} />
          {usage === undefined && <p role="status">{say('Loading usage…')}</p>}
          {typeof usage === 'string' && (
            <p className="problem" role="alert">
              {visible(usage)}
            </p>
          )}
          {typeof usage === 'object' && <Figures usage={usage} />}
        </div>
      </div>
    </main>
  );
}

function Figures({ usage }: { readonly usage: Usage }): ReactNode {
  const language = usePageLanguage();
  const { say, count, locale } = language;
  const { total } = usage;
  const tokens = total.input_tokens + total.cache_read_tokens + total.cache_write_tokens + total.output_tokens;
  if (usage.day.length === 0) return <p role="status">{say('No usage.')}</p>;
  const facts = [
    total.cost === 0 && total.unpriced_tokens > 0 ? say('cost unknown') : COST.text(total, language),
    say('{n} tokens', { n: tokens.toLocaleString(locale) }),
    count(total.calls, 'tool call'),
    say('{n} failed', { n: total.failed }),
    `${say('Worked')}: ${formatDuration(total.worked_ms, language)}`,
    `${say('Waited for you')}: ${formatDuration(total.waited_ms, language)}`,
  ];
  return (
    <>
      <ul className="usage-total">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <UsageNotes usage={usage} />
      {SECTIONS.map(([by, title, plots]) => (
        <Section key={by} by={by} title={title} plots={plots} usage={usage} />
      ))}
    </>
  );
}

interface SectionProps {
  readonly by: Grouping;
  readonly title: PagePhrase;
  readonly plots: readonly (readonly [PagePhrase, readonly Column[]])[];
  readonly usage: Usage;
}

function Section({ by, title, plots, usage }: SectionProps): ReactNode {
  const { say, told, locale } = usePageLanguage();
  const rows = usage[by];
  const nameOf = (name: string | null): string => {
    if (name === null) return say(NO_NAME[by]);
    if (by === 'agent') return name === 'toolthread' ? 'Toolthread' : agentName(name);
    if (by !== 'day') return told(name);
    return new Date(`${name}T12:00`).toLocaleDateString(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  };
  const Plot = by === 'day' ? BarPlot : RowPlot;
  return (
    <section>
      <h2>{say(title)}</h2>
      <div className="plots">
        {plots.map(([what, parts]) => (
          <Plot key={what} title={say(what)} rows={rows} parts={parts} nameOf={nameOf} />
        ))}
      </div>
      <UsageTable title={say(title)} rows={rows} total={usage.total} columns={COLUMNS[by]} nameOf={nameOf} />
    </section>
  );
}

const NO_NAME: { readonly [by in Grouping]: PagePhrase } = {
  day: '(no date)',
  model: '(no model named)',
  project: '(no folder)',
  agent: '(no agent)',
  tool: '(no name)',
};

/** `2026-11-16`, in the reader's time zone. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
