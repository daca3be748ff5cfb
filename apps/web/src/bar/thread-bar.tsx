import { visible } from '@toolthread/core/text';
import { choiceOf } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { chosenIn } from '../settings/chosen-in.ts';
import { latePart } from '@toolthread/react';
import type { ToolRenderer } from '@toolthread/react';
import { useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { MenuButton } from '../page/menu-button.tsx';
import { goTo, pathOf } from '../page/use-route.ts';
import { ThemeButton } from '../page/theme-button.tsx';
import { answererOf } from '../thread/is-someone-at-work.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

const ChoiceDialog = latePart(async () => (await import('../settings/choice-dialog.tsx')).ChoiceDialog);
const ThreadTotals = latePart(async () => (await import('./thread-totals.tsx')).ThreadTotals);
const ImportAccount = latePart(async () => (await import('./import-account.tsx')).ImportAccount);
const ExportMenu = latePart(async () => (await import('../export/export-menu.tsx')).ExportMenu);

export interface ThreadBarProps {
  readonly thread: Thread;
  readonly agent: string;
  readonly renderers: readonly ToolRenderer[] | undefined;
  /** A person may choose here who answers. */
  readonly canChoose: boolean;
  readonly onMenu: () => void;
}

export function ThreadBar({ thread, agent, renderers, canChoose, onMenu }: ThreadBarProps): ReactNode {
  const { state } = thread;
  const { say } = usePageLanguage();
  const place = [answererOf(state, agent) ?? say('agent elsewhere'), choiceOf(state)?.workspace ?? state.workspace]
    .filter((word) => word !== undefined)
    .map(visible);
  const [choosing, setChoosing] = useState(false);
  return (
    <header className="bar">
      <MenuButton onPress={onMenu} />
      <h1>{visible(state.title ?? say('New thread'))}</h1>
      <span className="bar-place">
        {canChoose ? (
          <button
            type="button"
            className="quiet bar-choice"
            aria-haspopup="dialog"
            title={say('Who answers')}
            onClick={() => setChoosing(true)}
          >
            {place.join(' · ')}
          </button>
        ) : (
          place.join(' · ')
        )}
        {state.origin !== undefined && <Origin thread={state.origin.thread} />}
      </span>
      <span className="bar-totals">
        <ThreadTotals state={state} />
      </span>
      <ImportAccount state={state} />
      <ExportMenu thread={thread} renderers={renderers} />
      <ThemeButton />
      {choosing && <ChoiceDialog thread={state.id} choice={chosenIn(state)} onClose={() => setChoosing(false)} />}
    </header>
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
    <>
      {' · '}
      <a href={pathOf(thread)} title={say('Continued from another thread')} onClick={follow}>
        {say('Origin')}
      </a>
    </>
  );
}
