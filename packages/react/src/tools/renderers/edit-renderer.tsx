import type { ReactNode } from 'react';
import { ofKind } from '../of-kind.ts';
import { changesIn, changeText, isFine } from '../changes-in.ts';
import type { FileChangeText } from '../changes-in.ts';
import { Diff } from '../diff.tsx';
import { fileEnding } from '../file-ending.ts';
import { pathIn } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';
import { useLanguage } from '../../labels/use-language.ts';

/** A file that was changed: as the result says it, else as the arguments ask for it. */
export const editRenderer: ToolRenderer = {
  name: 'edit',
  matches: ofKind('edit'),
  contextInfo: (props) => pathIn(props.input) ?? pathsText(changesIn(props)),
  description: (props) => (isFine(props) ? changeText(changesIn(props), props.language) : undefined),
  hasBody: (props) => isFine(props) && changesIn(props).length > 0,
  Body: Edited,
};

function Edited(props: ToolProps): ReactNode {
  return <Changes changes={changesIn(props)} />;
}

/** Of a patch; all of it is under the details. */
const MOST_FILES = 50;

export function Changes({ changes }: { readonly changes: readonly FileChangeText[] }): ReactNode {
  const { say, count } = useLanguage();
  const left = changes.length - MOST_FILES;
  return (
    <>
      {changes.slice(0, MOST_FILES).map(({ path, patch, cut }, index) => (
        <Diff
          key={index}
          caption={path}
          language={fileEnding(path ?? '')}
          patch={patch}
          note={cut ? say('Not all changes are recorded here.') : undefined}
        />
      ))}
      {left > 0 && <p className="tt-result-more">{`... (${count(left, 'more file')})`}</p>}
    </>
  );
}

function pathsText(changes: readonly FileChangeText[]): string | undefined {
  const paths = changes.map(({ path }) => path).filter((path) => path !== undefined);
  return paths.length === 0 ? undefined : paths.slice(0, MOST_FILES).join(', ');
}
