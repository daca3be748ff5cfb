import type { Call } from '@toolthread/core';
import { problemText, retryText } from '@toolthread/core/lines';
import { formatDuration, visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';
import { SECOND, useTicking } from '../thread/use-ticking.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useToolView } from '../tools/tool-view.ts';
import { CallSignature } from './call-signature.tsx';
import { lastLine } from './last-line.ts';

export interface CallUnderWayProps {
  readonly call: Call;
}

const later = (): undefined => undefined;

/** In a closed group, after a second: what runs now, for how long, and the last line that it printed. What is over sooner does not flash up. */
export function CallUnderWay({ call }: CallUnderWayProps): ReactNode {
  const view = useToolView(call);
  const language = useLanguage();
  const now = useTicking(later);
  const { askedElsewhere } = useThreadSettings();
  // Files of other agents tell when a call was made, mostly not when it began.
  const since = call.startedAt ?? (askedElsewhere === true ? call.calledAt : undefined);
  if (now === undefined || since === undefined || view.renderer.standalone === true) return null;
  const seconds = Math.max(1, Math.floor((now - since) / SECOND));
  const last = lastLine(call.output);
  const retry = retryText(call, language);
  const problem = problemText(call, '');
  return (
    <p className="tt-under-way">
      <code>
        <CallSignature view={view} />
      </code>
      <span className="tt-chip">{formatDuration(seconds * SECOND, language)}</span>
      {retry !== undefined && (
        <span className="tt-retry">{problem === undefined ? retry : `${retry}: ${visible(problem)}`}</span>
      )}
      {last !== undefined && <samp>{last}</samp>}
    </p>
  );
}
