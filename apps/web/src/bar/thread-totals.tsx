import type { ThreadState } from '@toolthread/core';
import type { ThreadFigures } from '@toolthread/core/summary';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { linkSecret } from '../page/link-secret.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { spentBy, spentText } from './spent-by.ts';
import { totalsOf, totalsText } from './totals.ts';
import { useNowAndThen } from './use-now-and-then.ts';
import { useRunTime } from './use-run-time.ts';
import { usePrices } from './use-prices.ts';
import { lateDialog } from '../late/late-dialog.tsx';

const SpentDialog = lateDialog(async () => (await withLateStyles(import('./spent-dialog.tsx'))).SpentDialog);

export interface ThreadTotalsProps {
  readonly state: ThreadState;
  /** What came before the part of the thread that is here. */
  readonly before: ThreadFigures | undefined;
  /** Who answers, and where. */
  readonly place: string;
  /** A person may ask for a shorter context. */
  readonly canCompact: boolean;
  readonly reachable: boolean;
  /** An earlier version is shown: these figures are of the newest. */
  readonly isOlder: boolean;
}

/** What all steps and calls of the thread took together, how full the window is, and what it cost: the way to the figures behind it. */
export function ThreadTotals(props: ThreadTotalsProps): ReactNode {
  const { state: newest, before, place, canCompact, reachable, isOlder } = props;
  const language = usePageLanguage();
  const state = useNowAndThen(newest);
  const [open, setOpen] = useState(false);
  const totals = useMemo(() => totalsOf(state, before), [state, before]);
  const durationMs = useRunTime(newest, reachable) ?? totals.durationMs;
  // What things cost here is not for whoever has a link.
  const priced = linkSecret() === undefined ? spentBy(totals).flatMap(({ model }) => model ?? []) : [];
  const prices = usePrices(priced);
  const own = totalsText({ ...totals, durationMs }, language);
  const done = isOlder && own !== '' ? language.say('Newest version: {figures}', { figures: own }) : own;
  const spent = spentText(state, totals, prices?.of, language);
  const text = [done, spent].filter((word) => word !== '').join(' · ');
  if (text === '') return null;
  return (
    <>
      <button
        type="button"
        className="quiet bar-choice"
        aria-haspopup="dialog"
        title={text}
        onClick={() => setOpen(true)}
      >
        {done !== '' && <span className="bar-done">{done}</span>}
        {done !== '' && spent !== '' && <span className="bar-between"> · </span>}
        {spent !== '' && <span className="bar-spent">{spent}</span>}
      </button>
      {open && (
        <SpentDialog
          state={newest}
          before={before}
          prices={prices}
          place={place}
          canCompact={canCompact}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
