import { proposedRuns } from '@toolthread/core/lines';
import { formatSize } from '@toolthread/core/text';
import { memo, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { textSteps } from '../../text/text-steps.ts';
import type { StepSize } from '../../text/text-steps.ts';
import { drawRuns } from '../../text/visible-text.tsx';
import { useLanguage } from '../../labels/use-language.ts';
import { inOrder } from './in-order.tsx';

/** What is drawn at once of a proposal, and of words that are on a button or in a title. */
const STEP: StepSize = { letters: 49_152, lines: 3_000 };
const LABEL: StepSize = { letters: 4_096, lines: 1_000 };

interface ProposedTextProps {
  readonly text: string;
  /** What it is, for those who have to see the rest of it: `“command”`. */
  readonly name: string;
}

/** What somebody is asked to allow, whole: a long one comes by steps, and as long as a step is missing nothing can be allowed. */
export function ProposedText({ text, name }: ProposedTextProps): ReactNode {
  const language = useLanguage();
  const { say } = language;
  const [steps, setSteps] = useState(1);
  const pieces = useMemo(() => textSteps(text, STEP, steps), [text, steps]);
  const left = text.length - pieces.reduce((sum, piece) => sum + piece.length, 0);
  return (
    <>
      {pieces.map((piece, index) => (
        <Piece key={index} text={piece} last={index === pieces.length - 1} />
      ))}
      {left > 0 && (
        <span className="tt-result-more">
          <Unseen place={say('the rest of {name}, behind “Show more”', { name })} />
          {`\n${say('… {size} not shown', { size: formatSize(left, language) })} `}
          <button type="button" className="tt-link-button" onClick={() => setSteps(steps + 1)}>
            {say('Show more')}
          </button>
        </span>
      )}
    </>
  );
}

/** The same where nothing can be pressed, because it is a button or a title itself: what is longer is not shown, and cannot be allowed. */
export function ProposedLabel({ text, name }: ProposedTextProps): ReactNode {
  const language = useLanguage();
  const [shown = ''] = useMemo(() => textSteps(text, LABEL, 1), [text]);
  return (
    <>
      <Piece text={shown} last />
      {shown.length < text.length && (
        <span className="tt-hint">
          <Unseen place={language.say('the rest of {name}, which is too long to show', { name })} />{' '}
          {language.say('… {size} not shown', { size: formatSize(text.length - shown.length, language) })}
        </span>
      )}
    </>
  );
}

/** A piece that ends with a line goes on in the next one. */
const Piece = memo(function Piece({ text, last }: { readonly text: string; readonly last: boolean }): ReactNode {
  const language = useLanguage();
  const runs = proposedRuns(text, language);
  return (
    <>
      {drawRuns(runs, inOrder(runs))}
      {!last && text.endsWith('\n') && '\n'}
    </>
  );
});

/** A place that is never in sight. */
function Unseen({ place }: { readonly place: string }): ReactNode {
  return <span hidden data-see={place} />;
}
