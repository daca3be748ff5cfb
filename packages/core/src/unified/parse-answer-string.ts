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

/**
 * Takes a multiple choice apart by the options there are; their labels may hold commas themselves, so that the longest that fits
 * is taken.
 *
 * @example
 * chosenOptions('Dark mode, Yes, always', ['Dark mode', 'Yes, always']).values; //=> ['Dark mode', 'Yes, always']
 */
export function chosenOptions(answer: string, options: readonly string[]): ChosenOptions {
  const longestFirst = options.filter((label) => label !== '').sort((a, b) => b.length - a.length);
  const values: string[] = [];
  let rest = answer;
  while (rest !== '') {
    const found = longestFirst.find((label) => rest === label || rest.startsWith(`${label}, `));
    if (found === undefined) return { values, text: rest };
    values.push(found);
    rest = rest.slice(found.length + ', '.length);
  }
  return { values };
}
