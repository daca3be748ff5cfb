import { formatMeta } from '@toolthread/core';
import type { AnswerItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { ContentParts } from '../parts/content-parts.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { scopeName } from './scope-name.ts';

const endings: { readonly [state in AnswerItem['state']]: string | undefined } = {
  streaming: undefined,
  done: undefined,
  truncated: 'Cut off: the answer reached its length limit',
  refused: 'Refused by the model',
  interrupted: 'Stopped before its end',
  failed: 'Broke off: the model failed',
};

/** The answer, while it streams and after. */
export function AnswerView({ item }: { readonly item: AnswerItem }): ReactNode {
  const ending = endings[item.state];
  const name = scopeName(item.scope);
  const { durationMs, tokens } = item;
  return (
    <article className="tt-answer" data-state={item.state} aria-label="Answer" aria-busy={item.state === 'streaming'}>
      <div className="tt-answer-body">
        <Segments item={item} />
        {item.state === 'refused' && answerText(item) === '' && (
          <p className="tt-empty">The model declined to answer.</p>
        )}
      </div>
      <div className="tt-meta">
        <span>
          {item.state === 'streaming' ? `${name ?? 'Assistant'} · writing…` : formatMeta({ name, durationMs, tokens })}
        </span>
        {ending !== undefined && <span className="tt-ending">{ending}</span>}
        {item.state !== 'streaming' && <CopyButton text={() => answerText(item)} label="Copy" />}
      </div>
    </article>
  );
}

/** Texts that follow each other are one text. */
function Segments({ item }: { readonly item: AnswerItem }): ReactNode {
  const drawn: ReactNode[] = [];
  const complete = item.state !== 'streaming';
  let text = '';
  const flush = (): void => {
    if (text !== '') drawn.push(<Markdown key={drawn.length} text={text} complete={complete} />);
    text = '';
  };
  for (const segment of item.segments) {
    if (segment.kind === 'text') {
      text += segment.text;
      continue;
    }
    flush();
    drawn.push(<ContentParts key={drawn.length} parts={[segment.content]} />);
  }
  flush();
  return drawn;
}

function answerText(item: AnswerItem): string {
  let text = '';
  for (const segment of item.segments) if (segment.kind === 'text') text += segment.text;
  return text;
}
