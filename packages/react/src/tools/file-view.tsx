import type { ReactNode } from 'react';
import { fileRows } from './diff-rows.ts';
import { RowsView } from './diff.tsx';

export interface FileViewProps {
  readonly caption: string | undefined;
  readonly text: string;
  readonly language: string | undefined;
}

/** The lines of a file with their numbers: `<FileView caption="lint.ts" language="ts" text={'a\nb'} />` */
export function FileView({ caption, text, language }: FileViewProps): ReactNode {
  return <RowsView caption={caption} text={text} read={fileRows} language={language} />;
}
