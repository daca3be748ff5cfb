/** Draws the worst texts, in a process of its own, and says which grows worst: `fork('measured-markdown.ts', [], { execArgv: ROOMY })`. */
import { worstForms } from '@toolthread/core/testing';
import { median } from '../measure.ts';
import { drawMarkdown } from '../pages/draw-markdown.ts';

const SMALL = 100_000;
const TIMES = 4;
/**
 * Shorter times say more of the machine than of the text, and nobody waits for them: they count as so long. Such a text is made four times as long, too, and
 * measured again: what grows faster than its text shows there all the more.
 */
const LEAST_MS = 5;
const LARGEST = SMALL * TIMES;
/** A clock goes in steps, of 4 ms on some machines: a text is drawn again until it took this long. */
const ROUND_MS = 40;
/** Of all forms some rounds; of those that seem to grow worst many, by which alone they are judged: of many figures that waver, the highest is one that wavered. */
const ROUNDS = 5;
const JUDGED = { forms: 4, rounds: 15 };

type Form = (typeof worstForms)[number];

interface Growth {
  readonly form: Form;
  /** In characters, of the short text. */
  readonly size: number;
  readonly ours: number;
  readonly theirs: number;
}

const draw = await drawMarkdown();
for (const form of worstForms) draw(form.make(SMALL));
const all = worstForms.map((form) => growthOf(form, ROUNDS)).toSorted(byGrowth);
const judged = all.slice(0, JUDGED.forms).map(({ form }) => growthOf(form, JUDGED.rounds));
const [worst] = judged.toSorted(byGrowth);
const [slowest] = all.toSorted((a, b) => b.ours - a.ours);
if (worst === undefined || slowest === undefined) throw new Error('There are no forms.');
const { ours, theirs, form, size } = worst;
const note = `worst of ${worstForms.length} forms: ${form.name} at ${(size * TIMES) / 1000} KB; slowest: ${slowest.form.name}, ${Math.round(slowest.ours)} ms`;
process.send?.({ ours, theirs, note }, () => process.exit());

function byGrowth(a: Growth, b: Growth): number {
  return b.ours / b.theirs - a.ours / a.theirs;
}

/** At the size where it grows worst, up to one that takes long enough to be measured. */
function growthOf(one: Form, rounds: number): Growth {
  const growth = growthAt(one, SMALL, rounds);
  if (growth.theirs > LEAST_MS) return growth;
  const longer = growthAt(one, LARGEST, rounds);
  return byGrowth(growth, longer) > 0 ? longer : growth;
}

/** Medians; the short text and the long one in turn, so that what disturbs one disturbs the other. */
function growthAt(one: Form, length: number, rounds: number): Growth {
  const [short, long] = [one.make(length), one.make(TIMES * length)];
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.theirs.push(timeOf(short));
    times.ours.push(timeOf(long));
  }
  return {
    form: one,
    size: length,
    ours: Math.max(LEAST_MS, median(times.ours)),
    theirs: Math.max(LEAST_MS, median(times.theirs)),
  };
}

/** Of this thread's processor time: a moment in which the machine does something else is none of it. */
function timeOf(text: string): number {
  const start = process.threadCpuUsage();
  let draws = 0;
  let spent = 0;
  while (spent < ROUND_MS) {
    draw(text);
    draws += 1;
    // Both together are what the processor did; how much of it was the system's is only estimated.
    const { user, system } = process.threadCpuUsage(start);
    spent = (user + system) / 1000;
  }
  return spent / draws;
}
