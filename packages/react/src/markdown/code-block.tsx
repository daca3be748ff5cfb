import { memo } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { bounded } from '../parts/bounded.tsx';
import { isLong, LongText } from '../text/long-text.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { CodeSpans } from './code-spans.tsx';
import { useHighlight } from './use-highlight.ts';
import { useLanguage } from '../labels/use-language.ts';

/** Code, its language, and whether all of it has arrived. */
export interface CodeBlockProps {
  readonly language: string;
  readonly code: string;
  readonly complete: boolean;
}

/**
 * Code, coloured once it is complete and its language has been fetched.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<CodeBlock language="ts" code="let a = 1;" complete />).includes('let a = 1;'); //=> true
 */
export function CodeBlock(props: CodeBlockProps): ReactNode {
  return bounded(props.code, <Code {...props} />);
}

function Code({ language, code, complete }: CodeBlockProps): ReactNode {
  const { say } = useLanguage();
  const spans = useHighlight(language, complete ? code : undefined);
  return (
    <figure className="tt-root tt-code">
      <figcaption>
        <span>
          <VisibleText text={language} />
        </span>
        <CopyButton text={code} label={say('Copy')} />
      </figcaption>
      <pre tabIndex={0}>
        <code>{spans === undefined ? <PlainCode code={code} /> : <CodeSpans spans={spans} />}</code>
      </pre>
    </figure>
  );
}

const CHUNK = 2_000;

/** In pieces, so that code which streams changes only its last one. */
function PlainCode({ code }: { readonly code: string }): ReactNode {
  if (isLong(code)) return <LongText text={code} />;
  const chunks: string[] = [];
  for (let start = 0; start < code.length;) {
    const newline = code.slice(start, start + 2 * CHUNK).indexOf('\n', CHUNK);
    const end = newline === -1 ? start + 2 * CHUNK : start + newline + 1;
    chunks.push(code.slice(start, end));
    start = end;
  }
  return chunks.map((chunk, index) => <Chunk key={index} text={chunk} />);
}

const Chunk = memo(VisibleText);
