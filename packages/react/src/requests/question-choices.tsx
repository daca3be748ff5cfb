import type { Question } from '@toolthread/core';
import { labelText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { isWriting, takesText, toggle } from './choice.ts';
import type { Choice } from './choice.ts';
import { ProposedLabel } from './seen/proposed-text.tsx';
import { useLanguage } from '../labels/use-language.ts';
import { isComposing } from '../text/is-composing.ts';

export interface QuestionChoicesProps {
  readonly question: Question;
  readonly titled: boolean;
  /** The digits press this question's options. */
  readonly keyed: boolean;
  readonly choice: Choice;
  /** The person has changed something since the card is here. */
  readonly isTouched: boolean;
  readonly disabled: boolean;
  onChange(choice: Choice): void;
}

export function QuestionChoices({
  question,
  titled,
  keyed,
  choice,
  isTouched,
  disabled,
  onChange,
}: QuestionChoicesProps): ReactNode {
  const { say, told } = useLanguage();
  const asked = told(question.question);
  const options = question.options ?? [];
  const writing = isWriting(question, choice);
  return (
    <fieldset className="tt-question" disabled={disabled} data-keys={keyed && options.length > 0 ? true : undefined}>
      <legend
        className={titled ? undefined : 'tt-unseen'}
        data-see={titled ? say('“{label}”', { label: labelText(asked.slice(0, 40)) }) : undefined}
      >
        <ProposedLabel text={asked} name={say('a question')} />
      </legend>
      {question.multiple === true && options.length > 1 && (
        <p className="tt-hint tt-several">{say('You can choose several.')}</p>
      )}
      <div className="tt-buttons">
        {options.map((option, index) => (
          <button
            key={index}
            type="button"
            className="tt-button"
            aria-pressed={choice.values.includes(option.label)}
            onClick={() => onChange(toggle(question, choice, option.label))}
          >
            <span>
              <ProposedLabel text={told(option.label)} name={say('an answer')} />
              {option.description !== undefined && (
                <small>
                  <ProposedLabel text={told(option.description)} name={say('an answer')} />
                </small>
              )}
            </span>
            {keyed && index < 9 && <KeyHint>{index + 1}</KeyHint>}
          </button>
        ))}
        {takesText(question) && !writing && (
          <button type="button" className="tt-button" onClick={() => onChange({ ...choice, text: '' })}>
            {say('Something else…')} {keyed && <KeyHint>0</KeyHint>}
          </button>
        )}
      </div>
      {writing && (
        <input
          className="tt-input"
          type="text"
          aria-label={say('Your answer')}
          placeholder={say('Your answer…')}
          // The reader just asked for the field, by a click or a key. One that came back after a reload was not asked for now.
          autoFocus={isTouched && options.length > 0}
          value={choice.text ?? ''}
          onChange={(event) => onChange({ ...choice, text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || options.length === 0 || isComposing(event.nativeEvent)) return;
            event.stopPropagation();
            onChange({ ...choice, text: undefined });
          }}
        />
      )}
    </fieldset>
  );
}
