import { visible } from '@toolthread/core/text';

const NAMES = new Map([
  ['anthropic', 'Anthropic'],
  ['openai', 'OpenAI'],
  ['gemini', 'Gemini'],
  ['ollama', 'Ollama'],
  ['lm-studio', 'LM Studio'],
]);

/** What a provider or a server of models calls itself: `providerName('openai') === 'OpenAI'`. */
export function providerName(name: string): string {
  return NAMES.get(name) ?? visible(name);
}
