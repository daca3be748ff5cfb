import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { lastRuns, liveRuns } from './live-runs.ts';
import type { LiveRun } from './live-runs.ts';

/** As much of what is being written as the line holds: its end. */
const LIVE_CHARS = 240;

/** The end of words that are being written. Nothing in it can be pressed: a link is its words. */
export function LiveLine({ text }: { readonly text: string }): ReactNode {
  return lastRuns(liveRuns(text), LIVE_CHARS).map((run, index) => <Run key={index} run={run} />);
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
