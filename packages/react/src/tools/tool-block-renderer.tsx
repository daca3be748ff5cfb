import { callResult } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import { resultText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { ContentParts } from '../parts/content-parts.tsx';
import { RendererProblem, ToolBoundary } from './tool-boundary.tsx';
import { useToolView } from './tool-view.ts';
import type { ToolView } from './tool-view.ts';
import { ToolWords } from './tool-words.tsx';
import { wordsOf } from './words-of.ts';

/**
 * What is below a call's line, by the first renderer that knows it, while it runs too. A short result is on the line itself.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ToolBlockRenderer call={exampleCall} />); //=> ''
 */
export function ToolBlockRenderer({ call }: { readonly call: Call }): ReactNode {
  return <ToolBlock view={useToolView(call)} open />;
}

interface ToolBlockProps {
  readonly view: ToolView;
  /** The reader opened the call. */
  readonly open: boolean;
  /** Its result stands whole below. */
  readonly wholeBelow?: boolean | undefined;
}

export function ToolBlock({ view, open, wholeBelow }: ToolBlockProps): ReactNode {
  const { Body, renderer, props, words, problem } = view;
  const { call, language } = props;
  if (problem !== undefined) {
    return (
      <>
        <RendererProblem {...problem} />
        <PlainResult call={call} words={words} wholeBelow={wholeBelow} />
      </>
    );
  }
  if (Body === undefined) return <PlainResult call={call} words={words} wholeBelow={wholeBelow} />;
  const kept =
    renderer.keepsWords === true ? <PlainResult call={call} words={words} wholeBelow={wholeBelow} /> : undefined;
  if (renderer.defaultOpen === false && !open) return kept;
  const plain = <PlainResult call={call} words={wordsOf(call, resultText(call, language), language)} />;
  return (
    <>
      <ToolBoundary call={call} renderer={renderer.name} meanwhile={kept === undefined ? plain : undefined}>
        <Body {...props} />
      </ToolBoundary>
      {kept}
    </>
  );
}

interface PlainResultProps extends Pick<ToolBlockProps, 'wholeBelow'> {
  readonly call: Call;
  readonly words: ToolView['words'];
}

/** The words by the usual rule; images, files and references drawn below them. */
function PlainResult({ call, words, wholeBelow }: PlainResultProps): ReactNode {
  const others = callResult(call)?.parts.filter((part) => part.type !== 'text') ?? [];
  return (
    <>
      <ToolWords call={call} words={words} wholeBelow={wholeBelow} />
      {others.length > 0 && <ContentParts parts={others} />}
    </>
  );
}
