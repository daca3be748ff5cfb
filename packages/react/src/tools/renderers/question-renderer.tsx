import type { Answer, Question } from '@toolthread/core';
import { answersText, resultText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { VisibleText } from '../../text/visible-text.tsx';
import { ofKind } from '../of-kind.ts';
import { answersIn, questionsIn } from '../questions-in.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';
import { useLanguage } from '../../labels/use-language.ts';

/** Questions to a person: what could be chosen, and what was. */
export const questionRenderer: ToolRenderer = {
  name: 'question',
  mostLetters: 32_768,
  matches: ofKind('question'),
  contextInfo: ({ input, call }) => {
    const asked = questionsIn(input, call);
    return asked.length === 0 ? undefined : asked.map(({ question }) => question).join(' ');
  },
  words: (props) => answersText(answersIn(props), props.language) || resultText(props.call, props.language),
  // Without options there is nothing to mark: the answer is on the line.
  hasBody: (props) =>
    questionsIn(props.input, props.call).some(({ options = [] }) => options.length > 0) &&
    (props.result === undefined || answersIn(props).length > 0),
  Body: Questions,
};

function Questions(props: ToolProps): ReactNode {
  const asked = questionsIn(props.input, props.call);
  const answers = answersIn(props);
  return asked.map((question, index) => (
    <Choices
      key={index}
      question={question}
      titled={asked.length > 1}
      answer={answers.find((answer) => answer.question === question.question)}
    />
  ));
}

interface ChoicesProps {
  readonly question: Question;
  readonly titled: boolean;
  readonly answer: Answer | undefined;
}

function Choices({ question: { question, options = [], multiple }, titled, answer }: ChoicesProps): ReactNode {
  const chosen = answer?.values ?? [];
  const others = chosen.filter((value) => options.every(({ label }) => label !== value));
  const written = [...others, answer?.text ?? ''].filter((text) => text !== '');
  return (
    <div className="tt-choices">
      {titled && (
        <p>
          <VisibleText text={question} />
        </p>
      )}
      <ul>
        {options.map(({ label, description }, index) => (
          <Choice key={index} chosen={chosen.includes(label)} multiple={multiple === true}>
            <VisibleText text={label} />
            {description !== undefined && (
              <small>
                <VisibleText text={description} />
              </small>
            )}
          </Choice>
        ))}
        {written.map((text, index) => (
          <Choice key={`written ${index}`} chosen multiple={multiple === true}>
            “<VisibleText text={text} />”
          </Choice>
        ))}
      </ul>
    </div>
  );
}

interface ChoiceProps {
  readonly chosen: boolean;
  readonly multiple: boolean;
  readonly children: ReactNode;
}

function Choice({ chosen, multiple, children }: ChoiceProps): ReactNode {
  const { say } = useLanguage();
  const mark = multiple ? (chosen ? '☑' : '☐') : chosen ? '●' : '○';
  return (
    <li data-chosen={chosen}>
      <span role="img" aria-label={say(chosen ? 'chosen' : 'not chosen')}>
        {mark}
      </span>
      <span>{children}</span>
    </li>
  );
}
