import { z } from 'zod';
import { json } from './operation.ts';
import type { Operation } from './operation.ts';

const WORDS = 'What was written of the path: letters of it in their order, 300 at most.';
const found = json(z.strictObject({ files: z.array(z.string()), more: z.boolean() }));

/** Names of files, for whoever writes a message. */
export const fileOperations: Readonly<Record<string, Operation>> = {
  'GET /api/files': {
    does: 'The same before there is a thread: files of the folder that this choice leads to. A folder that is made with the thread has none.',
    query: {
      words: WORDS,
      agent: 'As it is chosen for a thread; so are the others.',
      provider: 'Whose model it is.',
      model: 'Which one.',
      workspace: 'The folder.',
    },
    answers: { 200: found },
    refusals: ['403 read_only', '404 no_files', '400 bad_words', '422 bad_choice', '409 no_workspace'],
  },
  'GET /api/threads/:id/files': {
    does: 'Files of the workspace of the thread by a few letters of their paths, the likeliest first: 20 at most. For whoever may write.',
    query: { words: WORDS },
    answers: { 200: found },
    refusals: [
      '404 no_such_thread',
      '409 damaged',
      '503 unavailable',
      '403 read_only',
      '404 no_files',
      '400 bad_words',
      '409 no_workspace',
      '409 files_elsewhere',
    ],
  },
};
