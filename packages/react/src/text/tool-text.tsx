import { mergeConsecutiveToolBlocks, readStoredText } from '@toolthread/core/blocks';
import type { BlockPart, StoredPart, TextPart, ToolBlock, ToolBlockGroup } from '@toolthread/core/blocks';
import { outcomeNote, storedResultLines } from '@toolthread/core/lines';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { NewestFirst } from '../items/newest-first.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { CollapsibleBlock, collapsibleBlocks } from '../parts/collapsible-block.tsx';
import { bounded } from '../parts/bounded.tsx';
import { useStill } from '../thread/use-still.ts';
import { LongText } from './long-text.tsx';
import { VisibleText } from './visible-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** A stored text, and what was stored beside it. */
export interface ToolTextProps {
  /** A stored message's text, with its calls as blocks, in whatever form they were written. */
  readonly text: string;
  /** What was stored beside it, an entry for each call: the list that `textStream` gives, or `{ events: [...] }`. */
  readonly trace?: unknown;
}

/**
 * A stored text with calls in it, drawn: words as Markdown, consecutive calls as one block that opens.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ToolText text={'Done.\n\n<tool>pwd()\n/app</tool>'} />).includes('1 tool call'); //=> true
 */
export function ToolText(props: ToolTextProps): ReactNode {
  return bounded(props.text, <StoredText {...props} />);
}

function StoredText({ text, trace }: ToolTextProps): ReactNode {
  const parts = useMemo(() => drawnParts(readStoredText(text, trace)), [text, trace]);
  return (
    <div className="tt-root tt-tool-text">
      <NewestFirst length={parts.length} draw={(index) => <PartView key={index} part={parts[index]} />} />
    </div>
  );
}

type Orphan = Extract<StoredPart, { kind: 'orphan' }>;
type DrawnPart = TextPart | ToolBlockGroup | Orphan;

/** Calls are together; a result whose call is not in the text stands alone. */
function drawnParts(parts: readonly StoredPart[]): readonly DrawnPart[] {
  const drawn: DrawnPart[] = [];
  let between: BlockPart[] = [];
  const flush = (): void => {
    for (const part of mergeConsecutiveToolBlocks(between)) drawn.push(part);
    between = [];
  };
  for (const part of parts) {
    if (part.kind === 'orphan') {
      flush();
      drawn.push(part);
    } else if (part.kind !== 'break') between.push(part);
  }
  flush();
  return drawn;
}

function PartView({ part }: { readonly part: DrawnPart | undefined }): ReactNode {
  if (part === undefined) return null;
  if (part.kind === 'text') return <Markdown text={part.text} />;
  if (part.kind === 'orphan') {
    const { name, result } = part;
    return (
      <CollapsibleBlock config={collapsibleBlocks.validation}>
        {() => <BlockEntry block={{ call: name, state: 'done', result }} />}
      </CollapsibleBlock>
    );
  }
  const { blocks, count } = part;
  const draw = (index: number): ReactNode => {
    const block = blocks[index];
    return block && <BlockEntry key={index} block={block} />;
  };
  return (
    <CollapsibleBlock config={collapsibleBlocks.tool} count={count}>
      {() => <NewestFirst length={blocks.length} draw={draw} />}
    </CollapsibleBlock>
  );
}

interface BlockEntryProps {
  readonly block: Pick<ToolBlock, 'call' | 'state' | 'result'>;
}

function BlockEntry({ block: { call, state, result = '' } }: BlockEntryProps): ReactNode {
  const [all, setAll] = useState(useStill());
  const language = useLanguage();
  const [cut, whole] = [storedResultLines(result, { language }), storedResultLines(result, { whole: true, language })];
  const { inline, below, marker } = all ? whole : cut;
  const note = state === 'pending' ? undefined : outcomeNote(state, language);
  const isCut = cut.below !== whole.below;
  return (
    <div className="tt-entry tt-call" data-status={state === 'pending' ? 'running' : state}>
      <div className="tt-call-line">
        <div className="tt-call-words">
          <VisibleText text={call} />
          {inline !== undefined && (
            <span className="tt-call-inline">
              {call !== '' && <span className="tt-arrow"> → </span>}
              <VisibleText text={inline} />
            </span>
          )}
          {state === 'pending' && <span className="tt-hourglass"> ⏳</span>}
        </div>
        {note !== undefined && <span className="tt-call-note">{note}</span>}
      </div>
      {below !== undefined && (
        <pre className="tt-result">
          <LongText text={below} />
          {(isCut || marker !== undefined) && (
            <span className="tt-result-more">
              {marker === undefined ? '' : `${marker} `}
              {isCut && (
                <button type="button" className="tt-link-button" aria-expanded={all} onClick={() => setAll(!all)}>
                  {language.say(all ? 'Show less' : 'Show all')}
                </button>
              )}
            </span>
          )}
        </pre>
      )}
    </div>
  );
}
