import { countOf, formatDuration, shortNumber, shortPath } from '@toolthread/core/text';
import { line, span } from '../terminal/line.ts';
import type { Line, Span } from '../terminal/line.ts';
import { badEnds } from '../thread/bad-ends.ts';
import { newest } from './list-sessions.ts';
import type { Session } from './list-sessions.ts';
import { whenWords } from './when-words.ts';

/** When, what it is called, what happened in it, and what to give to `open`. */
export function sessionLines(session: Session, { now, home }: { readonly now: number; readonly home: string }): Line[] {
  const { title } = session.summary;
  return [
    line(
      [
        span(`${whenWords(newest(session), now).padEnd(10)}  `, 'faint'),
        span(title === '' ? '(no title)' : title, 'strong'),
      ],
      2,
      12,
    ),
    line(factSpans(session), 14),
    line([span(shortPath(session.path, home), 'faint')], 14),
  ];
}

function factSpans({ agent, summary }: Session): Span[] {
  const { calls, elsewhere, tokens, workedMs, parent } = summary;
  const after = [
    workedMs === 0 ? undefined : formatDuration(workedMs),
    tokens === 0 ? undefined : `${shortNumber(tokens)} ${tokens === 1 ? 'output token' : 'output tokens'}`,
  ].filter((word) => word !== undefined);
  return [
    span(`${agent}${parent === null ? '' : ' · subagent'} · ${countOf(calls, 'tool call')}`),
    span(elsewhere === 0 ? '' : ` · ${elsewhere} of them run elsewhere`),
    ...badEnds(summary).map((words) => span(` · ${words}`, words.endsWith('failed') ? 'bad' : 'careful')),
    span(after.map((word) => ` · ${word}`).join('')),
  ];
}
