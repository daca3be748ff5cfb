import type { SessionLines } from './session-lines.ts';

/** The lines of the turn with this number. */
type Turn = (lines: SessionLines, turn: number) => Iterable<string>;

const MB = 1024 * 1024;
/** A line with it is just below what is read as one line. */
const HUGE = 80 * MB;
const WORD = 50 * MB;
const SENTENCE = 'The parser reads a line and keeps its place. ';
const ROW = `    12→\tconst found = places.get("key") ?? insert(places, "key");\n`;

/** Sessions that are long in different ways. Each turn has words of its own: what is kept of each, adds up. */
export const sessionShapes: ReadonlyMap<string, Turn> = new Map<string, Turn>([
  ['small-records', (lines, turn) => steps(lines, turn, 12, 200)],
  ['results', (lines, turn) => steps(lines, turn, 12, 8_000)],
  ['huge-results', (lines, turn) => steps(lines, turn, 1, HUGE)],
  ['huge-answers', (lines, turn) => [lines.prompt(`Tell ${turn}.`), lines.answer(words(turn, ROW, HUGE))]],
  ['huge-arguments', hugeArguments],
  ['huge-thoughts', hugeThoughts],
  ['huge-words', (lines, turn) => [lines.prompt(`Spell ${turn}.`), lines.answer(words(turn, 'x', WORD))]],
  ['huge-paragraphs', (lines, turn) => [lines.prompt(`Write ${turn}.`), lines.answer(words(turn, SENTENCE, WORD))]],
  ['huge-prompts', (lines, turn) => [lines.prompt(words(turn, ROW, HUGE)), lines.answer(`Read ${turn}.`)]],
  ['agents', (lines, turn) => agents(lines, turn, 4)],
  [
    'one-turn',
    (lines, turn) => [...(turn === 0 ? [lines.prompt('Do it all.')] : []), ...worked(lines, turn, 12, 2_000)],
  ],
]);

function* steps(lines: SessionLines, turn: number, calls: number, length: number): Iterable<string> {
  yield lines.prompt(words(turn, SENTENCE, 100));
  yield* worked(lines, turn, calls, length);
  yield lines.answer(words(turn, SENTENCE, 300));
}

function* worked(lines: SessionLines, turn: number, calls: number, length: number): Iterable<string> {
  for (let step = 0; step < calls; step += 1) {
    if (step % 4 === 0) yield lines.thought(words(turn, SENTENCE, 100));
    yield lines.call(`grep -n ${turn}-${step} src`);
    yield lines.result(words(turn, ROW, length));
  }
}

function* agents(lines: SessionLines, turn: number, count: number): Iterable<string> {
  yield lines.prompt(words(turn, SENTENCE, 100));
  for (let agent = 0; agent < count; agent += 1) {
    yield lines.started(`Look for ${turn}-${agent}.`);
    yield* worked(lines, turn, 8, 1_000);
    yield lines.answer(words(turn, SENTENCE, 300));
    yield lines.ended(words(turn, SENTENCE, 300));
  }
  yield lines.answer(words(turn, SENTENCE, 300));
}

function* hugeArguments(lines: SessionLines, turn: number): Iterable<string> {
  yield lines.prompt(`Write ${turn}.`);
  yield lines.call(words(turn, ROW, HUGE * 0.9));
  yield lines.result('Written.');
  yield lines.answer('It is written.');
}

function* hugeThoughts(lines: SessionLines, turn: number): Iterable<string> {
  yield lines.prompt(`Think ${turn}.`);
  yield lines.thought(words(turn, ROW, HUGE));
  yield lines.answer('I thought.');
}

function words(turn: number, text: string, length: number): string {
  return `${turn}: ${text.repeat(Math.ceil(length / text.length))}`;
}
