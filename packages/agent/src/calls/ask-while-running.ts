import type { Call, Settlement } from '@toolthread/core';
import type { QuestionOption } from '@toolthread/core/events';
import { spokenSince } from '../state/open-calls.ts';
import { Redactor } from '../redact/redactor.ts';
import type { Run } from '../run/run.ts';
import type { Asked } from '../tool/tool.ts';

/** How often the ledger is looked at for the answer. */
const LOOK_MS = 500;

/**
 * A question that a running tool asks. Unlike a call that only asks, it does not survive a restart: the tool is gone then,
 * and its call ends `interrupted`. A message in the chat withdraws the question.
 */
export async function askWhileRunning(run: Run, call: Call, asked: Asked): Promise<Settlement | undefined> {
  if (run.signal.aborted) return undefined;
  const request = freeName(run, `e-${call.id}`);
  const { title, questions } = redacted(asked, new Redactor(run.secrets));
  const at = { call: call.id, step: call.step };
  await run.write({ type: 'request.opened', request, kind: 'elicitation', ...at, title, questions });
  const opened = run.state().seq;
  while (!run.signal.aborted) {
    const settled = run.state().requests.get(request)?.settled;
    if (settled !== undefined) return settled;
    if (spokenSince(run.state(), run.scope, opened, 'what cannot wait')) {
      await run.write({ type: 'request.resolved', request, decision: 'withdrawn', reason: 'The user wrote instead.' });
      continue;
    }
    await run.clock.sleep(LOOK_MS, run.signal);
    await run.write();
  }
  if (run.state().requests.get(request)?.settled === undefined) {
    await run.write({ type: 'request.resolved', request, decision: 'withdrawn', reason: 'Stopped.' });
  }
  return undefined;
}

/** Secrets are removed from the question, as from all that a tool says. The answers are left as the person wrote them. */
function redacted({ title, questions }: Asked, redactor: Redactor): Asked {
  const text = (words: string): string => redactor.text(words);
  return {
    title: text(title),
    questions: questions.map(({ options, ...question }) => ({
      ...question,
      question: text(question.question),
      ...(question.header === undefined ? {} : { header: text(question.header) }),
      ...(options === undefined ? {} : { options: options.map((option) => redactedOption(option, text)) }),
    })),
  };
}

function redactedOption({ label, description }: QuestionOption, text: (words: string) => string): QuestionOption {
  return { label: text(label), ...(description === undefined ? {} : { description: text(description) }) };
}

/** A name that no other request has: a tool may ask several times. */
function freeName(run: Run, name: string): string {
  for (let n = 1; ; n += 1) {
    const free = `${name}-${n}`;
    if (!run.state().requests.has(free)) return free;
  }
}
