import { VisibleText } from '@toolthread/react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';

/** Something in a request that is otherwise than it happened, and the words that stand there. */
export interface Mark {
  readonly kind: string;
  readonly text: string;
}

const SHORT = 160;

const marksInWords: { readonly [kind: string]: PagePhrase } = {
  summary: 'A summary stands for what was before.',
  cut: 'A result was too long, and is cut.',
  no_result: 'Nobody knows what a call gave: these words stand in its place.',
  no_call: 'A result without its call stands here as text.',
  reasoning_left_out:
    'The reasoning of earlier steps is left out: it belongs to another model, prompt or set of tools. Steps:',
  last_words: 'The run was at its limit, and was asked for its last words.',
  'marker-start': 'The provider wants a message of the user first: it was added.',
  'marker-end': 'The provider wants a message of the user last: it was added.',
  'marker-between': 'The provider wants a message between these: it was added.',
  'marker-empty': 'An empty message: these words stand in its place.',
  'placeholder-tool': 'The provider wants a tool where the history has calls: one was added that nobody can call.',
  'thinking-off': 'Thinking is off: the last call came without.',
};

const unknownInWords: { readonly [kind: string]: PagePhrase } = {
  model: 'The ledger does not say which model it was.',
  system: 'The system prompt was not kept.',
  tools: 'The tools were not kept.',
  bytes: 'A file or picture is not there any more.',
  wire: 'The model is no provider’s: this is what it was given.',
};

/** What of a request is otherwise than it happened, and what nobody knows any more. */
export function RequestNotes({
  marks,
  unknown,
}: {
  readonly marks: readonly Mark[];
  readonly unknown: readonly string[];
}): ReactNode {
  return (
    <>
      <UnknownList unknown={unknown} />
      <MarkList marks={marks} />
    </>
  );
}

function MarkList({ marks }: { readonly marks: readonly Mark[] }): ReactNode {
  const { say } = usePageLanguage();
  if (marks.length === 0) return null;
  return (
    <section>
      <h2>{say('Repairs and cuts')}</h2>
      <ul className="view-marks">
        {marks.map(({ kind, text }, index) => {
          const words = marksInWords[kind];
          return (
            <li key={index}>
              {words === undefined ? <VisibleText text={kind} /> : say(words)}{' '}
              {text !== '' && (
                <q>
                  <VisibleText text={text.length > SHORT ? `${text.slice(0, SHORT)}…` : text} />
                </q>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function UnknownList({ unknown }: { readonly unknown: readonly string[] }): ReactNode {
  const { say } = usePageLanguage();
  if (unknown.length === 0) return null;
  return (
    <ul className="view-unknown" role="note">
      {unknown.map((kind) => {
        const words = unknownInWords[kind];
        return <li key={kind}>{words === undefined ? <VisibleText text={kind} /> : say(words)}</li>;
      })}
    </ul>
  );
}
