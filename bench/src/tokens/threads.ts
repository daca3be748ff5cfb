/** Threads of three kinds, for the price of their form. */
import { workOf, type Exchange } from '../threads/work.ts';

/** An agent that clears up what is wanted: each turn is a question, which its tool reports as posted, and then an answer. */
function questions(turns: number): Exchange[] {
  return Array.from({ length: turns }, (_, n) => ({
    ...(n === 0 ? { asked: 'I need a new intake form.' } : {}),
    thought: '',
    words: '',
    calls: [
      {
        id: `call_${n}`,
        name: 'chat_ask_user',
        parameters: { message: `Question ${n + 1}: who fills in part ${n + 1} of the form, and how often?` },
        result: 'map[await_user:true message:Question posted to the chat, waiting for the user success:true]',
        isError: false,
        answer: `Mostly the front desk, about ${n + 3} times a day.`,
      },
    ],
  }));
}

/** Many small calls at once, with results of a few words. */
function checks(turns: number): Exchange[] {
  return Array.from({ length: turns }, (_, n) => ({
    ...(n === 0 ? { asked: 'Are all sensors well?' } : {}),
    thought: '',
    words: '',
    calls: Array.from({ length: 4 }, (_unused, at) => ({
      id: `call_${n}_${at}`,
      name: 'read_sensor',
      parameters: { sensor: `boiler-${n}-${at}`, unit: 'celsius', samples: 3 },
      result: `${60 + at}.5`,
      isError: false,
    })),
  }));
}

export const THREADS: Readonly<Record<string, readonly Exchange[]>> = {
  'coding, 100 steps': workOf(100),
  'questions to the user, 20': questions(20),
  'small calls, 80': checks(20),
};
