import { completePendingToolBlock } from '@toolthread/core/blocks';
import { expectBlocks, startedBlock, TOOL_RESULT, toolName } from '../blocks/started-block.ts';
import type { Case } from '../case.ts';
import { median, undisturbed } from '../measure.ts';

const ROUNDS = 200;

/**
 * A call starts and is completed, then the next. The work is ten times as large; the text that grows under it must not make it
 * much more than that.
 *
 * The caller joins the text and the new call, and V8 copies a joined text before anyone can look inside it. Every function that
 * takes the whole text pays for that copy, whatever it does. So it is off the clock; the note has the figure with it.
 */
export const blocksAlternating: Case = {
  name: 'blocks-alternating',
  unit: 'ms for 1,000 blocks in turn over 100',
  target: { at: 'most', ratio: 15 },
  async run() {
    const large: Times[] = [];
    const small: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      large.push(startAndComplete(1_000));
      for (let i = 0; i < 10; i += 1) small.push(startAndComplete(100));
    }
    const whole = median(large.map(({ wholeMs }) => wholeMs)) / median(small.map(({ wholeMs }) => wholeMs));
    return {
      ours: undisturbed(large.map(({ ourMs }) => ourMs)),
      theirs: undisturbed(small.map(({ ourMs }) => ourMs)),
      note: `large over small, both ours; with V8's copy of each joined text ${whole.toFixed(1)}x`,
    };
  },
};

interface Times {
  /** Writing the calls and completing them. */
  readonly ourMs: number;
  readonly wholeMs: number;
}

function startAndComplete(count: number): Times {
  const begun = performance.now();
  let text = '';
  let copyMs = 0;
  for (let i = 0; i < count; i += 1) {
    text += startedBlock(i);
    const from = performance.now();
    // Looking inside makes V8 copy. An engine leaves out what nobody uses, so the character is used.
    if (text.charCodeAt(text.length - 1) === 0) throw new Error('no such character was written');
    copyMs += performance.now() - from;
    [text] = completePendingToolBlock(text, toolName(i), TOOL_RESULT);
  }
  const wholeMs = performance.now() - begun;
  expectBlocks(text, count);
  return { ourMs: wholeMs - copyMs, wholeMs };
}
