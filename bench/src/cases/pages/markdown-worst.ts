import { worstForms } from '@toolthread/core/testing';
import type { Case } from '../../case.ts';
import { undisturbed } from '../../measure.ts';
import { drawMarkdown } from '../../pages/draw-markdown.ts';
import type { DrawMarkdown } from '../../pages/draw-markdown.ts';

const SMALL = 100_000;
const LARGE = 400_000;
/** Shorter times say more of the machine than of the text: nobody waits for them. */
const LEAST_MS = 1;
/** A clock goes in steps, of 4 ms on some machines: a text is drawn again until it took this long. */
const ROUND_MS = 40;
const ROUNDS = 5;

/** Of all texts that are made to cost much, the one that grows worst: four times the text, and how many times the time. */
export const markdownWorst: Case = {
  name: 'markdown-worst',
  unit: 'ms for 400 KB over 100 KB',
  target: { at: 'most', ratio: 5 },
  async run() {
    const draw = await drawMarkdown();
    for (const form of worstForms) draw(form.make(SMALL));
    let worst = { ours: 0, theirs: 1, name: '' };
    let slowest = { ms: 0, name: '' };
    for (const { name, make } of worstForms) {
      const theirs = Math.max(LEAST_MS, timeOf(draw, make(SMALL)));
      const ours = Math.max(LEAST_MS, timeOf(draw, make(LARGE)));
      if (ours / theirs > worst.ours / worst.theirs) worst = { ours, theirs, name };
      if (ours > slowest.ms) slowest = { ms: ours, name };
    }
    const note = `worst of ${worstForms.length} forms: ${worst.name}; slowest: ${slowest.name}, ${Math.round(slowest.ms)} ms`;
    return { ours: worst.ours, theirs: worst.theirs, note };
  },
};

/** Of this thread's processor time: forms are many, and a moment in which the machine does something else would make one of them the worst. */
function timeOf(draw: DrawMarkdown, text: string): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
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
    times.push(spent / draws);
  }
  return undisturbed(times);
}
