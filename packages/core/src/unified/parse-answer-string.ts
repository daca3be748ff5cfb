/** The answers to a question tool as one sentence of prose. Only for results without structured answers: prose is ambiguous. */

const PREFIX = 'User has answered your questions: ';
const BETWEEN = '"="';
const NEXT = '", "';
/** A question begins so where other words are behind the answer before it. */
const LATER = ', "';
/** Between two pairs, and between what was chosen in one. */
const COMMA = ', ';
/** What a person wrote beside an option, or what the option looked like. */
const NOTES = /" (?:user notes|selected preview):/;
/** What follows the last answer. */
const AFTER = /"[^"]*You can now continue/;

/**
 * From question to answer, as they are in `User has answered your questions: "Which?"="A, B", "Why?"="because "it" works". You can now continue…`.
 * A text that does not begin so, to the letter, has no answers. Answers may hold quotes, and words behind one are not part of it. A multiple choice is one text:
 * `chosenOptions` takes it apart. `questions`: those that were asked, where they are known; then an answer may hold `"a"="b"`, too.
 *
 * @example
 * parseAnswerString('User has answered your questions: "Which?"="A"'); //=> { 'Which?': 'A' }
 * parseAnswerString('"Which?"="A"'); //=> {}
 * parseAnswerString('User has answered your questions: "Why?"="set "a"="b""', ['Why?']); //=> { 'Why?': 'set "a"="b"' }
 */
export function parseAnswerString(
  content: string,
  questions: readonly string[] = [],
): { readonly [question: string]: string } {
  if (typeof content !== 'string' || !content.startsWith(PREFIX)) return {};
  const told = content.slice(PREFIX.length);
  const asked = askedIn(told, questions);
  const answers = asked.map(({ question, from }, index): [string, string] => {
    const next = asked[index + 1];
    return [question, next === undefined ? lastAnswer(told.slice(from)) : answerBefore(told.slice(from, next.at))];
  });
  return Object.fromEntries([...guessedPairs(told.slice(0, asked[0]?.at)), ...answers]);
}

/** A question that was asked, where it stands with its answer behind it. */
interface Asked {
  readonly question: string;
  readonly at: number;
  readonly from: number;
}

function askedIn(told: string, questions: readonly string[]): readonly Asked[] {
  const places = [...new Set(questions)].flatMap((question): Asked[] => {
    const pair = `"${question}${BETWEEN}`;
    const behind = [`"${COMMA}${pair}`, `${COMMA}${pair}`].map((text) => [told.indexOf(text), text.length] as const);
    const [found, length] = told.startsWith(pair) ? [0, pair.length] : (behind.find(([at]) => at !== -1) ?? [-1, 0]);
    return found === -1 ? [] : [{ question, at: found + length - pair.length, from: found + length }];
  });
  const inOrder = places.toSorted((one, other) => one.at - other.at);
  return inOrder.filter(({ at }, index) => at >= (inOrder[index - 1]?.from ?? 0));
}

/** `piece`: up to the next question. */
function answerBefore(piece: string): string {
  const notes = piece.search(NOTES);
  const close = piece.endsWith(`"${COMMA}`) ? piece.length - COMMA.length - 1 : piece.indexOf('"');
  const end = notes === -1 ? close : notes;
  return end === -1 ? piece : piece.slice(0, end);
}

/** Questions and answers, where it is not known what was asked. */
function guessedPairs(told: string): readonly (readonly [question: string, answer: string])[] {
  const [opening = '', ...rest] = told.split(BETWEEN);
  const answers: [string, string][] = [];
  let question = opening.slice(opening.indexOf('"') + 1);
  rest.forEach((piece, index) => {
    if (index === rest.length - 1) {
      answers.push([question, lastAnswer(piece)]);
      return;
    }
    const between = betweenPairs(piece);
    if (between === undefined) {
      question = `${question}${BETWEEN}${piece}`;
      return;
    }
    answers.push([question, piece.slice(0, between.end)]);
    question = piece.slice(between.next);
  });
  return answers;
}

/** Where an answer ends and the next question begins. A person may write anything in an answer, hence the last place where it can. */
function betweenPairs(piece: string): { readonly end: number; readonly next: number } | undefined {
  const notes = piece.search(NOTES);
  const close = piece.lastIndexOf(NEXT);
  if (notes === -1 && close !== -1) return { end: close, next: close + NEXT.length };
  const end = notes === -1 ? piece.indexOf('"') : notes;
  const next = piece.lastIndexOf(LATER);
  return end === -1 || next < end ? undefined : { end, next: next + LATER.length };
}

function lastAnswer(piece: string): string {
  const notes = piece.search(NOTES);
  const after = notes === -1 ? (AFTER.exec(piece)?.index ?? piece.lastIndexOf('"')) : notes;
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
