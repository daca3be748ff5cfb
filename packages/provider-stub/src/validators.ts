/** The rules alone, for property tests: no server, no state. */
import { anthropic } from './anthropic/validate.ts';
import { gemini } from './gemini/validate.ts';
import { openaiChat } from './openai-chat/validate.ts';
import { openaiResponses } from './openai-responses/validate.ts';

/** `validators.anthropic(body).map((problem) => problem.message)` */
export const validators = { anthropic, openaiChat, openaiResponses, gemini };
