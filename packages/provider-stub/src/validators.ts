/** The rules alone, for property tests: no server, no state. */
import { validate as anthropic } from './anthropic/validate.ts';
import { validate as gemini } from './gemini/validate.ts';
import { validate as openaiChat } from './openai-chat/validate.ts';
import { validate as openaiResponses } from './openai-responses/validate.ts';

/** `validators.anthropic(body).map((problem) => problem.message)` */
export const validators = { anthropic, openaiChat, openaiResponses, gemini };
