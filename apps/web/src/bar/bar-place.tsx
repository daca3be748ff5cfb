import type { ThreadState } from '@toolthread/core';
import { useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { linkSecret } from '../page/link-secret.ts';
import { goTo, pathOf } from '../page/use-route.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { chosenIn } from '../settings/chosen-in.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { lateDialog } from '../late/late-dialog.tsx';

const ChoiceDialog = lateDialog(
  async () => (await withLateStyles(import('../settings/choice-dialog.tsx'))).ChoiceDialog,
);

export interface BarPlaceProps {
  readonly state: ThreadState;
  /** A person may choose here who answers. */
  readonly canChoose: boolean;
  /** Who answers, and where. */
  readonly words: string;
}

/** Who answers, and where: the way to another choice, and to where a fork comes from. Until it is here, its words are there alone. */
export function BarPlace({ state, canChoose, words }: BarPlaceProps): ReactNode {
  const { say } = usePageLanguage();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {canChoose ? (
        <button
          type="button"
          className="quiet bar-choice"
          aria-haspopup="dialog"
          title={`${say('Who answers')}: ${words}`}
          onClick={() => setChoosing(true)}
        >
          {words}
        </button>
      ) : (
        <span className="bar-choice" title={words}>
          {words}
        </span>
      )}
      {state.origin !== undefined && linkSecret() === undefined && <Origin thread={state.origin.thread} />}
      {choosing && <ChoiceDialog thread={state.id} choice={chosenIn(state)} onClose={() => setChoosing(false)} />}
    </>
  );
}

/** A fork: where its history comes from. */
function Origin({ thread }: { readonly thread: string }): ReactNode {
  const { say } = usePageLanguage();
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(thread);
  };
  return (
    <span className="bar-origin">
      {' · '}
      <a href={pathOf(thread)} title={say('Continued from another thread')} onClick={follow}>
        {say('Origin')}
      </a>
    </span>
  );
}
