import { thrownWords } from '@toolthread/core/text';
import type { ChangesItem } from '@toolthread/core';
import { fileChangeText, NOT_WATCHED } from '@toolthread/core/lines';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ProblemNote } from '../parts/problem-note.tsx';
import type { DiffOutcome, ThreadActions } from '../thread/actions/thread-actions.ts';
import { Diff } from '../tools/diff.tsx';
import { useStill } from '../thread/use-still.ts';
import { fileEnding } from '../tools/file-ending.ts';
import { splitDiff } from '../tools/split-diff.ts';
import { useLanguage } from '../labels/use-language.ts';

export interface ChangedFilesProps {
  readonly item: ChangesItem;
  /** Absent: nobody can be asked for it. */
  readonly diff?: NonNullable<ThreadActions['diff']> | undefined;
  /** It is known already. */
  readonly known?: DiffOutcome | undefined;
}

/** Files drawn at once; the rest come by the same number ([L5]). */
const STEP = 20;

/** Every file with its diff. The names are there at once, the diff when it has arrived. */
export function ChangedFiles({ item, diff, known }: ChangedFilesProps): ReactNode {
  const language = useLanguage();
  const { count, say } = language;
  const place = useRef<HTMLDivElement>(null);
  // Without a script nothing comes by a click.
  const [shown, setShown] = useState(useStill() ? Infinity : STEP);
  const [outcome, setOutcome] = useState(known);
  useEffect(() => {
    if (diff === undefined) return undefined;
    let current = true;
    void diffOutcome(() => diff(item.change)).then((given) => current && setOutcome(given));
    return () => void (current = false);
  }, [diff, item.change]);
  // Its reader has just opened it: what came is shown, also below the edge of the screen.
  useEffect(() => {
    const files = place.current;
    if (outcome === undefined || files === null) return;
    const row = files.closest('.tt-collapsible');
    if (row?.contains(document.activeElement)) files.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  const patches = useMemo(() => splitDiff(outcome?.ok === true ? outcome.diff : ''), [outcome]);
  const cut = outcome?.ok === true ? outcome.cut : undefined;
  const hidden = item.files.length - shown;
  return (
    <div ref={place} className="tt-changed-files" aria-busy={outcome === undefined}>
      <ProblemNote problem={outcome?.ok === false ? outcome.problem : undefined} />
      {item.files.slice(0, shown).map((file, index) => (
        <Diff
          key={index}
          caption={fileChangeText(file, language)}
          language={fileEnding(file.path)}
          patch={patches.get(file.path) ?? ''}
        />
      ))}
      {hidden > 0 && (
        <button type="button" className="tt-link-button" onClick={() => setShown(shown + STEP)}>
          {say('Show {n} of {all} more files', { n: Math.min(STEP, hidden), all: hidden })}
        </button>
      )}
      {cut !== undefined && (
        <p className="tt-hint">
          {say('The diff is longer than is shown here.')}
          {cut.files > 0 && ` … (${count(cut.files, 'more file')})`}
        </p>
      )}
      {item.unknown.slice(0, shown).map((path, index) => (
        <Diff key={index} caption={`${path} · ${say(NOT_WATCHED)}`} patch="" />
      ))}
      {item.unknown.length > shown && (
        <p className="tt-hint">{say('… and {n} more', { n: item.unknown.length - shown })}</p>
      )}
    </div>
  );
}

/** The host may not reach its server. */
async function diffOutcome(read: () => Promise<DiffOutcome>): Promise<DiffOutcome> {
  try {
    return await read();
  } catch (error) {
    return { ok: false, problem: thrownWords(error) };
  }
}
