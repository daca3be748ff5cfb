/**
 * The child of the durability tests: appends to a thread without end and says on stdout what was acknowledged, one line
 * each: `thread ID`, `ack SEQ`, `refused CODE`, `readable COUNT`.
 */
import { writeSync } from 'node:fs';
import type { EventDraft } from '@toolthread/core';
import { openLedger } from '@toolthread/store';

const [file = '', known] = process.argv.slice(2);
const opened = await openLedger({ file });
if (!opened.ok) throw new Error(opened.error.message);
const ledger = opened.value;

/** Not `console.log`: a line must be out before the next append begins. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const thread = known ?? (await createThread());

async function createThread(): Promise<string> {
  const created = await ledger.createThread({});
  if (!created.ok) throw new Error(created.error.message);
  return created.value[0]?.thread ?? '';
}

say(`thread ${thread}`);
for (let i = 0; ; i += 1) {
  const delta: EventDraft = { type: 'agent.text.delta', step: 1, part: 0, offset: i, text: 'x'.repeat(i % 300) };
  const posted: EventDraft = { type: 'message.posted', author: '@human', parts: [], delivery: 'now' };
  const appended = await ledger.append(thread, i % 4 === 3 ? [posted] : i % 4 === 2 ? [delta, posted, delta] : [delta]);
  if (appended.ok) {
    say(`ack ${appended.value.at(-1)?.seq}`);
    continue;
  }
  say(`refused ${appended.error.code}`);
  const summary = await ledger.thread(thread);
  say(`readable ${summary.ok ? summary.value.seq : -1}`);
  break;
}
