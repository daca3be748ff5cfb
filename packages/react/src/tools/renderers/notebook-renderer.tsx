import { textOf } from '@toolthread/core/json';
import type { ReactNode } from 'react';
import { ofKind } from '../of-kind.ts';
import { isFine } from '../changes-in.ts';
import { FileView } from '../file-view.tsx';
import { firstText, pathIn } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** A cell of a notebook: which, what was done to it, and its new source. */
export const notebookRenderer: ToolRenderer = {
  name: 'notebook',
  mostLetters: 262_144,
  matches: ofKind('notebook'),
  contextInfo: ({ input }) => pathIn(input),
  description: ({ input, language }) => {
    const words = [
      firstText(input, 'edit_mode') ?? language.say('replace'),
      firstText(input, 'cell_type'),
      language.say('cell'),
      firstText(input, 'cell_id'),
    ];
    return words.filter((word) => word !== undefined).join(' ');
  },
  hasBody: (props) => isFine(props) && sourceIn(props) !== undefined,
  Body: Cell,
};

function Cell(props: ToolProps): ReactNode {
  return <FileView caption={undefined} language={undefined} text={sourceIn(props) ?? ''} />;
}

function sourceIn({ input }: ToolProps): string | undefined {
  return textOf(input['new_source']);
}
