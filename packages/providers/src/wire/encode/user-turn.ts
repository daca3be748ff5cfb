import type { ContentPart } from '@toolthread/core';
import type { CompletionMessage, ResultPart } from '@toolthread/core/context';

/** How a provider writes the content of a user's turn. */
export interface UserWriter<Answer, Piece> {
  /** The answer to a call, and the content of the result that it cannot hold; `at` counts the results of the turn. */
  readonly answer: (result: ResultPart, at: number) => Answered<Answer, Piece>;
  readonly piece: (content: ContentPart) => Piece | undefined;
}

export interface Answered<Answer, Piece> {
  readonly answer: Answer;
  readonly moved: readonly Piece[];
}

/**
 * A user's turn in the order that every provider takes: the answers to the calls, then in `pieces` what those could not hold,
 * and what was said. Blank texts are left out, and so are calls and reasoning, which no user has.
 *
 * `const { answers, pieces } = userTurn(message, { answer: answerTo, piece: contentBlock })`
 */
export function userTurn<Answer, Piece>(
  message: CompletionMessage,
  write: UserWriter<Answer, Piece>,
): { readonly answers: Answer[]; readonly pieces: Piece[] } {
  const answers: Answer[] = [];
  const moved: Piece[] = [];
  const said: Piece[] = [];
  const say = (content: ContentPart): void => {
    if (content.type === 'text' && content.text.trim() === '') return;
    const piece = write.piece(content);
    if (piece !== undefined) said.push(piece);
  };
  for (const part of message.parts) {
    switch (part.type) {
      case 'result': {
        const answered = write.answer(part, answers.length);
        answers.push(answered.answer);
        for (const piece of answered.moved) moved.push(piece);
        break;
      }
      case 'text':
      case 'refusal':
        say({ type: 'text', text: part.text });
        break;
      case 'content':
        say(part.content);
        break;
      case 'call':
      case 'reasoning':
      case 'opaque':
        break;
      default:
        part satisfies never;
    }
  }
  return { answers, pieces: [...moved, ...said] };
}
