/** What is above and below a thread: whose it is, how much there is, and what became of every record of its file. */
import type { Account } from '@toolthread/core';
import { accountText } from '@toolthread/core/lines';
import type { LinesForm } from '@toolthread/core/lines';
import { malformedReasons } from '@toolthread/core/queries';
import { countOf, formatDuration, formatSize } from '@toolthread/core/text';
import { aboutWords, sessionBefore } from '@toolthread/transcripts';
import type { About } from '@toolthread/transcripts';
import { line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import { badEnds } from './bad-ends.ts';
import type { CallFacts, EventFacts } from './event-facts.ts';

/** `before`: what was printed of it earlier. Then only what is new: `… now: m-1, m-2 · 2026-02-02 03:40 to 05:12` */
export function headingLines(about: About, before?: About): Line[] {
  const known = before === undefined ? [] : aboutWords(before);
  const title = about.title === before?.title ? undefined : about.title;
  const words = aboutWords(about).filter((word) => !known.includes(word));
  return [
    ...(title === undefined ? [] : [line([span(title, 'strong')])]),
    ...(words.length === 0
      ? []
      : [line([span(`${before === undefined ? '' : '… now: '}${words.join(' · ')}`, 'faint')])]),
  ];
}

/** How much a form of the thread does not show. */
interface Unseen {
  readonly bytes: number;
  readonly form: LinesForm;
}

/** Below all of it. */
export function closingLines(calls: CallFacts, facts: EventFacts, account: Account, unseen: Unseen): Line[] {
  return [...factLines(calls, facts), ...accountLines(account), ...unseenLines(unseen)];
}

/** `12 tool calls · 1 failed · 2 interrupted · 6s · 150 output tokens` */
export function factLines(facts: CallFacts, { workedMs }: EventFacts): Line[] {
  const { calls, elsewhere, tokens } = facts;
  const words = [
    calls === 0 ? undefined : countOf(calls, 'tool call'),
    elsewhere === 0 ? undefined : `${elsewhere} of them run elsewhere`,
    ...badEnds(facts),
    workedMs === 0 ? undefined : formatDuration(workedMs),
    tokens === 0 ? undefined : countOf(tokens, 'output token'),
  ].filter((word) => word !== undefined);
  return words.length === 0 ? [] : [line([span(words.join(' · '), 'faint')])];
}

/** [L4] `414 records: 280 shown, 24 folded, 110 hidden`, and how many lines could not be read. */
export function accountLines(account: Account): Line[] {
  const words = accountText({ account });
  if (words === undefined) return [];
  return [
    line([span(`${words.records}: ${words.fates}`, 'faint'), span(words.damage, 'careful')]),
    ...originLines(account),
    ...damageLines(account),
  ];
}

/** [L4] A fork may begin in the middle. */
function originLines(account: Account): Line[] {
  const origin = sessionBefore(account);
  if (origin === undefined) return [];
  return [line([span(`What came before is in the session ${origin}, from which this one was forked.`, 'faint')], 2)];
}

/** A damaged file may have as many reasons as it has lines. */
const MOST_REASONS = 20;

/** [L4] Why, and which files beside it were not read. */
function damageLines(account: Account): Line[] {
  const words = Array.from(malformedReasons(account), ([reason, count]) =>
    count === 1 ? reason : `${reason} (${countOf(count, 'time')})`,
  );
  const others = words.length - MOST_REASONS;
  return [...words.slice(0, MOST_REASONS), ...(others > 0 ? [`and ${countOf(others, 'other reason')}`] : [])].map(
    (text) => line([span(text, 'careful')], 2),
  );
}

/** [L4] Nothing is cut without a word. */
export function unseenLines({ bytes, form }: Unseen): Line[] {
  if (bytes <= 0) return [];
  const more = form === 'collapsed' ? '--expand opens the groups, --full' : '--full';
  return [line([span(`${formatSize(bytes)} of it is folded or cut. ${more} shows everything.`, 'faint')])];
}
