import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useStill } from '../thread/use-still.ts';
import { useLanguage } from '../labels/use-language.ts';
import { around, earlier, later, spanOf } from './entry-span.ts';
import type { EntrySpan } from './entry-span.ts';
import { STEP } from './step.ts';
import type { NewestFirstProps } from './newest-first.tsx';
import type { Revealed } from './revealed-entries.ts';

const nothing = (): (() => void) => () => undefined;

/**
 * A long list shows its newest entries, and the way to the others: a number at a time, or to either end at once. However many there are, so many are
 * mounted: all of them only in a file in which nothing runs.
 */
export function LongList({ length, draw, list }: NewestFirstProps): ReactNode {
  const { say } = useLanguage();
  const { revealed } = useThreadSettings();
  const still = useStill();
  const [chosen, setChosen] = useState<EntrySpan>();
  const [led, setLed] = useState<Revealed>();
  const read = (): Revealed | undefined => (list === undefined ? undefined : revealed?.get(list));
  const meant = useSyncExternalStore(revealed?.subscribe ?? nothing, read, read);
  const span = still ? { from: 0, to: length } : spanOf(chosen, length);
  if (meant !== undefined && meant !== led) {
    setLed(meant);
    if (meant.entry < span.from || meant.entry >= span.to) setChosen(around(meant.entry, length));
  }
  const after = length - span.to;
  return (
    <>
      {span.from > 0 && (
        <div className="tt-earlier">
          <button type="button" className="tt-link-button" onClick={() => setChosen(earlier(span, length))}>
            {say('Show {n} of {all} earlier entries', { n: Math.min(STEP, span.from), all: span.from })}
          </button>
          {span.from > STEP && (
            <button type="button" className="tt-link-button" onClick={() => setChosen(around(0, length))}>
              {say('First entries')}
            </button>
          )}
        </div>
      )}
      {Array.from({ length: span.to - span.from }, (_, index) => draw(span.from + index))}
      {after > 0 && (
        <div className="tt-earlier">
          <button type="button" className="tt-link-button" onClick={() => setChosen(later(span, length))}>
            {say('Show {n} of {all} later entries', { n: Math.min(STEP, after), all: after })}
          </button>
          {after > STEP && (
            <button type="button" className="tt-link-button" onClick={() => setChosen(undefined)}>
              {say('Newest entries')}
            </button>
          )}
        </div>
      )}
    </>
  );
}
