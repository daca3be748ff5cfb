/** What stands above and below a thread: whose it is, how much there is, and what became of every record of its file. */
import type { ThreadState } from '@toolthread/core';
import { countOf, formatDuration } from '@toolthread/core/text';
import { line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import type { ThreadFacts } from './thread-facts.ts';

export function headingLines(state: ThreadState, title: string | undefined, facts: ThreadFacts): Line[] {
  const about = [
    state.source?.format,
    state.workspace,
    facts.calls === 0 ? undefined : countOf(facts.calls, 'tool call'),
    facts.failed === 0 ? undefined : `${facts.failed} failed`,
    facts.workedMs === 0 ? undefined : formatDuration(facts.workedMs),
    facts.tokens === 0 ? undefined : countOf(facts.tokens, 'token'),
  ].filter((word) => word !== undefined);
  return [
    ...(title === undefined ? [] : [line([span(title, 'strong')])]),
    ...(about.length === 0 ? [] : [line([span(about.join(' · '), 'faint')])]),
  ];
}

/** [L4] `414 records: 280 shown, 24 folded, 110 hidden`, and how many lines could not be read. */
export function accountLines({ account }: ThreadState): Line[] {
  const { records, shown, folded, hidden, malformed } = account;
  if (records === 0 && malformed.length === 0) return [];
  let unseen = 0;
  for (const [, count] of hidden.entries()) unseen += count;
  const words = `${countOf(records, 'record')}: ${shown} shown, ${folded} folded, ${unseen} hidden`;
  const damage = malformed.length === 0 ? '' : `, ${malformed.length} could not be read`;
  return [line([span(words, 'faint'), span(damage, 'careful')])];
}
