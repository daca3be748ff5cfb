import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { lastRuns, liveRuns } from './live-runs.ts';
import type { LiveRun } from './live-runs.ts';

export interface LiveLineProps {
  readonly text: string;
  /** Words may be the answer, and are whole: they are one before they are longer than this. A thought is as long as it likes, and has its end here. */
  readonly kind: 'text' | 'thought';
}

const LIVE_CHARS = { text: 1_600, thought: 240 } as const;

/** Words that are being written. Nothing in it can be pressed: a link is its words. */
export function LiveLine({ text, kind }: LiveLineProps): ReactNode {
  return lastRuns(liveRuns(text), LIVE_CHARS[kind]).map((run, index) => <Run key={index} run={run} />);
}

function Run({ run: { text, style } }: { readonly run: LiveRun }): ReactNode {
  const words = <VisibleText text={text} />;
  switch (style) {
    case 'plain':
      return words;
    case 'strong':
      return <strong>{words}</strong>;
    case 'em':
      return <em>{words}</em>;
    case 'del':
      return <del>{words}</del>;
    case 'code':
      return <code>{words}</code>;
    default:
      return style satisfies never;
  }
}
