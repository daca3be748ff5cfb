import { dayOf } from '@toolthread/transcripts/writers';
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
import { BarPlot, dayText } from './bar-plot.tsx';
import { CALLS_BY_END, COLUMNS, COST, TIMES, TOKENS } from './columns.ts';
import type { Column } from './columns.ts';
import { RowPlot } from './row-plot.tsx';
import { spansOf } from './spans-of.ts';
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

/** A server that is away may be back. */
const AGAIN_MS = 3000;

/** What was answered, and to which question. No usage: the server did not answer; text: why there is none. */
interface Told {
  readonly days: number | undefined;
  readonly asked: FiguresProps['asked'];
  readonly usage: Usage | string | undefined;
}

interface FiguresProps {
  readonly usage: Usage;
  /** The first and the last day, if not all. */
  readonly asked: readonly [first: string, last: string] | undefined;
}

/** What all threads and sessions used: the figures of `toolthread usage`. */
export function UsagePage({ onMenu }: { readonly onMenu: () => void }): ReactNode {
  const { say } = usePageLanguage();
  const [days, setDays] = useState<number | undefined>(30);
  const [told, setTold] = useState<Told>();
  useEffect(() => {
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      const asked = daysBack(days);
      const usage = await askUsage(asked?.[0] ?? '', stop.signal);
      if (stop.signal.aborted) return;
      setTold({ days, asked, usage });
      if (usage === undefined) again = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(again);
    };
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
          {told !== undefined && told.days === days ? (
            <Answer {...told} />
          ) : (
            <p role="status">{say('Loading usage…')}</p>
          )}
        </div>
      </div>
    </main>
  );
}

function Answer({ usage, asked }: Told): ReactNode {
  const { say } = usePageLanguage();
  if (typeof usage === 'object') return <Figures usage={usage} asked={asked} />;
  return (
    <p className="problem" role="alert">
      {usage === undefined ? say('The server does not answer. Nothing is lost; trying again…') : visible(usage)}
    </p>
  );
}

function Figures({ usage, asked }: FiguresProps): ReactNode {
  const language = usePageLanguage();
  const { say, count } = language;
  const { total } = usage;
  const tokens = total.input_tokens + total.cache_read_tokens + total.cache_write_tokens + total.output_tokens;
  if (usage.day.length === 0) return <p role="status">{say('No usage.')}</p>;
  const facts = [
    total.cost === 0 && total.unpriced_tokens > 0 ? say('cost unknown') : COST.text(total, language),
    count(tokens, 'token'),
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
        <Section key={by} by={by} title={title} plots={plots} usage={usage} asked={asked} />
      ))}
    </>
  );
}

interface SectionProps extends FiguresProps {
  readonly by: Grouping;
  readonly title: PagePhrase;
  readonly plots: readonly (readonly [PagePhrase, readonly Column[]])[];
}

function Section({ by, title, plots, usage, asked }: SectionProps): ReactNode {
  const language = usePageLanguage();
  const { say, told } = language;
  const rows = usage[by];
  const nameOf = (name: string | null): string => {
    if (name === null) return say(NO_NAME[by]);
    if (by === 'agent') return name === 'toolthread' ? 'Toolthread' : agentName(name);
    return by === 'day' ? dayText(name, language) : told(name);
  };
  const spans = by === 'day' ? spansOf(rows, asked) : undefined;
  return (
    <section>
      <h2>{say(title)}</h2>
      <div className="plots">
        {plots.map(([what, parts]) =>
          spans === undefined ? (
            <RowPlot key={what} title={say(what)} rows={rows} parts={parts} nameOf={nameOf} />
          ) : (
            <BarPlot key={what} title={say(what)} {...spans} parts={parts} />
          ),
        )}
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

function daysBack(days: number | undefined): FiguresProps['asked'] {
  const now = Date.now();
  return days === undefined ? undefined : [dayOf(sinceDays(days, now)), dayOf(now)];
}
