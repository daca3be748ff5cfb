/** A plan in a message has these around it, each on a line of its own. Events tell the plan and the words around it apart. */
const BEGINS = '<proposed_plan>';
const ENDS = '</proposed_plan>';

/** A message as events may tell it: `toldTexts('So:\\n<proposed_plan>\\n- x\\n</proposed_plan>')` has the whole, `So:` and `- x`. */
export function toldTexts(message: string): readonly string[] {
  if (!message.includes(BEGINS)) return [message];
  const around: string[] = [];
  const plan: string[] = [];
  let isPlan = false;
  for (const line of message.split('\n')) {
    const mark = line.trim();
    if (mark === BEGINS || mark === ENDS) isPlan = mark === BEGINS;
    else (isPlan ? plan : around).push(line);
  }
  return [message, around.join('\n'), plan.join('\n')];
}
