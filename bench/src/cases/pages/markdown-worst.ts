import { worstForms } from '@toolthread/core/testing';
import type { Case } from '../../case.ts';
import { median } from '../../measure.ts';
import { drawMarkdown } from '../../pages/draw-markdown.ts';
import type { DrawMarkdown } from '../../pages/draw-markdown.ts';

const SMALL = 100_000;
const LARGE = 400_000;
/** Shorter times say more of the machine than of the text: nobody waits for them. */
const LEAST_MS = 1;
/** A clock goes in steps, of 4 ms on some machines: a text is drawn again until it took this long. */
const ROUND_MS = 40;
/** Of all forms some rounds; of those that seem to grow worst many, by which alone they are judged: of many figures that waver, the highest is one that wavered. */
const ROUNDS = 5;
const JUDGED = { forms: 4, rounds: 15 };

/** Of all texts that are made to cost much, the one that grows worst: four times the text, and how many times the time. */
export const markdownWorst: Case = {
  name: 'markdown-worst',
  unit: 'ms for 400 KB over 100 KB',
  target: { at: 'most', ratio: 5 },
  async run() {
    const draw = await drawMarkdown();
    for (const form of worstForms) draw(form.make(SMALL));
    const all = worstForms.map((form) => growthOf(draw, form, ROUNDS)).toSorted(byGrowth);
    const judged = all.slice(0, JUDGED.forms).map(({ form }) => growthOf(draw, form, JUDGED.rounds));
    const [worst] = judged.toSorted(byGrowth);
    const [slowest] = all.toSorted((a, b) => b.ours - a.ours);
    if (worst === undefined || slowest === undefined) throw new Error('There are no forms.');
    const note = `worst of ${worstForms.length} forms: ${worst.form.name}; slowest: ${slowest.form.name}, ${Math.round(slowest.ours)} ms`;
    return { ours: worst.ours, theirs: worst.theirs, note };
  },
};

type Form = (typeof worstForms)[number];

interface Growth {
  readonly form: Form;
  readonly ours: number;
  readonly theirs: number;
}

function byGrowth(a: Growth, b: Growth): number {
  return b.ours / b.theirs - a.ours / a.theirs;
}

/** Medians; the short text and the long one in turn, so that what disturbs one disturbs the other. */
function growthOf(draw: DrawMarkdown, form: Form, rounds: number): Growth {
  const [short, long] = [form.make(SMALL), form.make(LARGE)];
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.theirs.push(timeOf(draw, short));
    times.ours.push(timeOf(draw, long));
  }
  return {
    form,
    ours: Math.max(LEAST_MS, median(times.ours)),
    theirs: Math.max(LEAST_MS, median(times.theirs)),
  };
}

/** Of this thread's processor time: a moment in which the machine does something else is none of it. */
function timeOf(draw: DrawMarkdown, text: string): number {
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
