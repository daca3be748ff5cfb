/** The answers to a question tool as one sentence of prose. Only for results without structured answers: prose is ambiguous. */

const PREFIX = 'User has answered your questions: ';
const BETWEEN = '"="';
const NEXT = '", "';
/** What follows the last answer. */
const AFTER = /"[^"]*You can now continue/;

/**
 * From question to answer, as they stand in `"Which?"="A, B", "Why?"="because "it" works". You can now continue…`: answers may
 * hold quotes, and words after the last one are not part of it. A multiple choice is one text: `chosenOptions` takes it apart.
 *
 * @example
 * parseAnswerString('User has answered your questions: "Which?"="A"'); //=> { 'Which?': 'A' }
 */
export function parseAnswerString(content: string): { readonly [question: string]: string } {
  if (typeof content !== 'string' || !content.startsWith(PREFIX)) return {};
  const [opening = '', ...rest] = content.slice(PREFIX.length).split(BETWEEN);
  const answers: [string, string][] = [];
  let question = opening.slice(opening.indexOf('"') + 1);
  rest.forEach((piece, index) => {
    if (index === rest.length - 1) {
      answers.push([question, lastAnswer(piece)]);
      return;
    }
    // A person may write anything in an answer, hence the last place where a question can begin.
    const end = piece.lastIndexOf(NEXT);
    if (end === -1) {
      question = `${question}${BETWEEN}${piece}`;
      return;
    }
    answers.push([question, piece.slice(0, end)]);
    question = piece.slice(end + NEXT.length);
  });
  return Object.fromEntries(answers);
}

function lastAnswer(piece: string): string {
  const after = AFTER.exec(piece)?.index ?? piece.lastIndexOf('"');
  return after === -1 ? piece : piece.slice(0, after);
}

/** What of an answer are options, and what a person wrote instead. */
export interface ChosenOptions {
  readonly values: readonly string[];
  readonly text?: string;
}

/** Between what was chosen, and the words of a person. */
const COMMA = ', ';

/**
 * Takes a multiple choice apart by the options there are; their labels may hold commas themselves, so that the longest that fits
 * is taken.
 *
 * @example
 * chosenOptions('Dark mode, Yes, always', ['Dark mode', 'Yes, always']).values; //=> ['Dark mode', 'Yes, always']
 */
export function chosenOptions(answer: string, options: readonly string[]): ChosenOptions {
  const longestFirst = options.filter((label) => label !== '').sort((a, b) => b.length - a.length);
  const [values, words]: [string[], string[]] = [[], []];
  const endsAt = (at: number): boolean => at === answer.length || answer.startsWith(COMMA, at);
  for (let at = 0; at < answer.length;) {
    const from = at;
    const label = longestFirst.find((each) => answer.startsWith(each, from) && endsAt(from + each.length));
    const piece = label ?? wordsAt(answer, from);
    (label === undefined ? words : values).push(piece);
    at += piece.length + COMMA.length;
  }
  return words.length === 0 ? { values } : { values, text: words.join(COMMA) };
}

function wordsAt(answer: string, from: number): string {
  const end = answer.indexOf(COMMA, from);
  return answer.slice(from, end === -1 ? undefined : end);
}
