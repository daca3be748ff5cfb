/** A thread of its own: however many sessions there are and however long they are, the server's event loop goes on. */
import { answerAsker } from '../../worker/answer-asker.ts';
import { SessionDesk } from './session-desk.ts';
import type { SessionAsk } from './session-source.ts';

const desk = new SessionDesk(process.env);

answerAsker(answer, () => desk.holds());

async function answer(ask: SessionAsk): Promise<unknown> {
  switch (ask.kind) {
    case 'list':
      return desk.list(ask.secrets);
    case 'open':
      return desk.open(ask.session);
    case 'take':
      return desk.take(ask.file);
    case 'next':
      return desk.next(ask.number, ask.secrets);
    case 'rest':
      return desk.rest(ask.number, ask.secrets);
    case 'close':
      return desk.close(ask.number);
    default:
      return ask satisfies never;
  }
}
