import type { ChangesItem } from '@toolthread/core';
import { changeLines, changesText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { late } from '../parts/late.ts';
import type { Late } from '../parts/late.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useLateControls } from '../thread/load-controls.ts';
import type { ChangedFilesProps } from './changed-files.tsx';
import { useLanguage } from '../labels/use-language.ts';

/**
 * What the work above changed in the workspace: one line, its diff when opened, and the way back.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ChangesLine item={exampleItem('changes')} />).includes('tt-changes'); //=> true
 */
export function ChangesLine({ item }: { readonly item: ChangesItem }): ReactNode {
  const { actions, diffs } = useThreadSettings();
  const { diff } = actions;
  const known = diffs?.(item.change);
  const { UndoButton } = useLateControls();
  const language = useLanguage();
  const { say } = language;
  const hasDiff = diff !== undefined || known !== undefined;
  const what = hasDiff ? 'diff' : 'files';
  return (
    <CollapsibleBlock
      id={item.key}
      className="tt-changes"
      label={<span className="tt-changes-label">{changesText(item, language)}</span>}
      hints={{ show: say(`(show ${what})`), hide: say(`(hide ${what})`) }}
      aside={<UndoButton item={item} />}
    >
      {() => (hasDiff ? <LateFiles item={item} diff={diff} known={known} /> : <FileList item={item} />)}
    </CollapsibleBlock>
  );
}

/** What draws diffs is fetched when somebody opens one. */
export const changedFiles: Late<(props: ChangedFilesProps) => ReactNode> = late(
  async () => (await import('./changed-files.tsx')).ChangedFiles,
);

function LateFiles(props: ChangedFilesProps): ReactNode {
  const ChangedFiles = changedFiles.use();
  return typeof ChangedFiles === 'function' ? <ChangedFiles {...props} /> : <FileList item={props.item} />;
}

/** Names and counts: all that the ledger itself knows. */
function FileList({ item }: { readonly item: ChangesItem }): ReactNode {
  return (
    <pre className="tt-result">
      <VisibleText text={changeLines(item, useLanguage()).join('\n')} />
    </pre>
  );
}
