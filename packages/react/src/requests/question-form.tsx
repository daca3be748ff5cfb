import type { Question, Request } from '@toolthread/core';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { answersOf, choicesIn, isWriting, noChoice, settlesAtOnce, takesText, toggle } from './choice.ts';
import type { Choice } from './choice.ts';
import { useCardDraft } from './use-card-draft.ts';
import { useGivenAnswers } from './use-given-answers.ts';
import { isForReader } from './is-for-reader.ts';
import { ReadOnlyHint } from './read-only-hint.tsx';
import { QuestionChoices } from './question-choices.tsx';
import { looksSecret } from './looks-secret.ts';
import { UnseenHint } from './seen/unseen-hint.tsx';
import { useCardKeys } from './use-card-keys.ts';
import type { CardKey } from './use-card-keys.ts';
import { useUnseen } from './seen/use-unseen.ts';
import { useSending } from '../thread/actions/use-sending.ts';
import { useLanguage } from '../labels/use-language.ts';

export interface QuestionFormProps {
  readonly card: RefObject<HTMLElement | null>;
  readonly request: Request;
}

/** Options with a key each, free text, and several questions in one card. */
export function QuestionForm({ card, request }: QuestionFormProps): ReactNode {
  const settings = useThreadSettings();
  const { actions } = settings;
  const isForOthers = !isForReader(settings, request);
  const { answer, decide } = actions;
  const { say } = useLanguage();
  const questions =
    request.questions.length > 0 ? request.questions : [{ question: request.title ?? say('Your answer') }];
  const given = useGivenAnswers(request);
  // Nothing that may be a secret stays in the browser.
  const asksSecret = looksSecret(request, questions);
  const draft = useCardDraft(request, !isForOthers && !asksSecret);
  const [before] = useState(given.before);
  const [changed, setChanged] = useState<readonly Choice[]>();
  const choices =
    changed ?? choicesIn(questions, draft.filled) ?? questions.map((_, index) => before[index] ?? noChoice);
  // The question that the digits answer; the next one when it is answered, so that a card needs no mouse.
  const [current, setCurrent] = useState(() => nextWithOptions(questions, 0));
  const { busy, problem, send, dismiss } = useSending();
  const atOnce = settlesAtOnce(questions);
  const answers = answersOf(questions, choices);

  // Words are sent when they are finished, a choice by making it.
  const writes = questions.some((question, index) => isWriting(question, choices[index] ?? noChoice));

  const submit = (all: readonly Choice[], refused?: () => void): void => {
    const written = answersOf(questions, all);
    if (written === undefined || answer === undefined) return;
    given.keep(all);
    send(() => answer(request, written), refused);
  };
  const show = (all: readonly Choice[]): void => {
    setChanged(all);
    draft.fill(all);
  };
  /** What was not sent does not look as if it was. */
  const forget = (): void => {
    const none = questions.map(() => noChoice);
    given.keep(none);
    show(none);
  };
  const change = (index: number, choice: Choice): void => {
    // Chosen again: it was not taken, and is sent again.
    const isAgain = atOnce && choice.text === undefined && choice.values.length === 0;
    const next = isAgain ? choices : choices.with(index, choice);
    dismiss();
    show(next);
    const answered = questions[index]?.multiple !== true && choice.values.length > 0;
    if (answered) setCurrent(nextWithOptions(questions, index + 1, index));
    if (atOnce && choice.text === undefined) submit(next, forget);
  };
  // A form comes from outside, and nobody owes it an answer.
  const decline =
    request.kind === 'elicitation' && decide !== undefined && !isForOthers
      ? () => send(() => decide(request, 'deny'))
      : undefined;
  const unseen = useUnseen(card);
  // A question of the agent is read to be answered; a form may ask more than its fields say.
  const canSend = request.kind !== 'elicitation' || unseen.kind === 'nothing';
  const keyFor = (key: string): CardKey | undefined => {
    const question = questions[current];
    if (busy || isForOthers || question === undefined) return undefined;
    const option = /^[1-9]$/.test(key) ? question.options?.[Number(key) - 1] : undefined;
    const chosen = choices[current] ?? noChoice;
    if (key === 'enter' && !atOnce && canSend && answers !== undefined) {
      return { settles: true, press: () => submit(choices) };
    }
    if (key === 'd' && decline !== undefined) return { settles: true, press: decline };
    if (key === '0' && takesText(question)) {
      return { settles: false, press: () => change(current, { ...chosen, text: '' }) };
    }
    if (option === undefined || (atOnce && !canSend)) return undefined;
    return { settles: atOnce, press: () => change(current, toggle(question, chosen, option.label)) };
  };
  useCardKeys(card, keyFor);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit(choices);
      }}
    >
      {request.kind === 'elicitation' && asksSecret && (
        <p className="tt-problem" role="note">
          {say(
            'This form seems to ask for a secret. What you enter is sent to the tool’s server and stored in this thread.',
          )}
        </p>
      )}
      {questions.map((question, index) => (
        <QuestionChoices
          key={index}
          question={question}
          titled={questions.length > 1 || request.title !== undefined}
          keyed={!isForOthers && index === current}
          choice={choices[index] ?? noChoice}
          isTouched={draft.isTouched}
          disabled={
            busy || isForOthers || answer === undefined || (atOnce && !canSend && question.options !== undefined)
          }
          onChange={(choice) => change(index, choice)}
        />
      ))}
      <div className="tt-buttons" data-keys={!atOnce || writes || decline !== undefined ? true : undefined}>
        {isForOthers && <ReadOnlyHint />}
        {!isForOthers && (!atOnce || writes) && (
          <button
            type="submit"
            className="tt-button"
            data-primary
            disabled={busy || answer === undefined || answers === undefined || !canSend}
          >
            {say(busy ? 'Sent…' : 'Send')} <KeyHint>⏎</KeyHint>
          </button>
        )}
        {decline !== undefined && (
          <button type="button" className="tt-button" disabled={busy} onClick={decline}>
            {say('Decline')} <KeyHint>D</KeyHint>
          </button>
        )}
        {request.kind === 'elicitation' && <UnseenHint unseen={unseen} to="send" />}
      </div>
      <ProblemNote problem={problem} />
    </form>
  );
}

/** Where the digits have something to press; `otherwise` where no question further on has options. */
function nextWithOptions(questions: readonly Question[], from: number, otherwise = from): number {
  const next = questions.findIndex(({ options = [] }, index) => index >= from && options.length > 0);
  return next === -1 ? otherwise : next;
}
