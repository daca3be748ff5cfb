import type { AnswerItem } from '@toolthread/core';
import { answerEndings, answerMeta } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { ContentParts } from '../parts/content-parts.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { useLateControls } from '../thread/load-controls.ts';
import { Verdict } from './verdict.tsx';
import { useLanguage } from '../labels/use-language.ts';

/**
 * The answer, while it streams and after.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<AnswerView item={exampleItem('answer')} />).includes('Only the linter.'); //=> true
 */
export function AnswerView({ item }: { readonly item: AnswerItem }): ReactNode {
  const language = useLanguage();
  const { say } = language;
  const ending = answerEndings[item.state];
  const { ItemMenu } = useLateControls();
  return (
    <article
      className="tt-root tt-answer"
      data-state={item.state}
      aria-label={say('Answer')}
      aria-busy={item.state === 'streaming'}
    >
      <div className="tt-answer-body">
        <Segments item={item} />
        {item.state === 'refused' && answerText(item) === '' && (
          <p className="tt-empty">{say('The model declined to answer.')}</p>
        )}
      </div>
      <div className="tt-meta">
        <span>{visible(answerMeta(item, language))}</span>
        {ending !== undefined && <span className="tt-ending">{say(ending)}</span>}
        {item.state !== 'streaming' && <CopyButton text={() => answerText(item)} label={say('Copy')} />}
        <Verdict item={item} />
      </div>
      {item.state !== 'streaming' && <ItemMenu item={item} />}
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
