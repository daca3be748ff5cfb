/** Servers of models on this computer, on their usual ports. Nobody else is asked. */
export interface LocalServer {
  readonly name: string;
  /** Where its list of models is: all three speak OpenAI's API. */
  readonly address: string;
}

export const LOCAL_SERVERS: readonly LocalServer[] = [
  { name: 'ollama', address: 'http://127.0.0.1:11434/v1' },
  { name: 'lm-studio', address: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', address: 'http://127.0.0.1:8080/v1' },
];

/** It answers at once, or it is not there. */
export const LOCAL_PATIENCE_MS = 700;
