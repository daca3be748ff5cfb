/** The example of a README: a block of code, and what it prints. */
export interface ReadmeExample {
  readonly language: 'ts' | 'tsx' | 'sh';
  readonly code: string;
  readonly printed: string;
}

const EXAMPLE = /```(ts|tsx|sh)\n((?:(?!```).)*)```\s+(?:prints\s+)?```\n(.*?)```/s;

/** The first block of code that is followed by what it prints. */
export function readmeExample(readme: string): ReadmeExample | undefined {
  const [, language, code = '', printed = ''] = EXAMPLE.exec(readme) ?? [];
  return language === 'ts' || language === 'tsx' || language === 'sh' ? { language, code, printed } : undefined;
}

/** The block of code in which a store of somebody else is held to the contract of ours. */
export function storeExample(readme: string): string {
  const blocks = [...readme.matchAll(/```ts\n((?:(?!```).)*)```/gs)].map(([, code = '']) => code);
  return blocks.find((code) => code.includes('ledgerContract(')) ?? '';
}
