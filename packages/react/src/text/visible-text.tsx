import type { ReactNode } from 'react';
import { visibleRuns } from './hidden-characters.ts';

/** Foreign text, drawn so that nothing in it hides: `<VisibleText text={result} />` */
export function VisibleText({ text }: { readonly text: string }): ReactNode {
  const runs = visibleRuns(text);
  if (runs.length === 1 && runs[0]?.kind === 'plain') return runs[0].text;
  return runs.map((run, index) =>
    run.kind === 'plain' ? (
      run.text
    ) : (
      <span key={index} className="tt-hidden-character" title="A character that is normally invisible">
        {run.text}
      </span>
    ),
  );
}
