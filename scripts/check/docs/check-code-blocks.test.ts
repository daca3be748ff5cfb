import { expect, test } from 'vitest';
import { checkCodeBlocks } from './check-code-blocks.ts';
import { tempTree } from '../sources/temp-tree.ts';

const block = (kind: string, code: string): string => `# Page\n\n\`\`\`${kind}\n${code}\n\`\`\`\n`;

test('blocks that can be read pass, and what is no code is not looked at', () => {
  const files = {
    'README.md': block('ts', "const { id } = await fetch('/x');"),
    'docs/page.md': block('tsx', '<><A /><B /></>;'),
    'docs/adr/0001-one.md': block('sh', 'not ( code'),
  };
  expect(checkCodeBlocks(tempTree(files))).toEqual([]);
});

test('a block that no compiler could read is found, with its line', () => {
  const two = block('tsx', '<A />\n<B />');
  expect(checkCodeBlocks(tempTree({ 'docs/page.md': two, 'packages/x/README.md': block('ts', 'const = 1') }))).toEqual([
    expect.stringContaining('docs/page.md:3: '),
    expect.stringContaining('packages/x/README.md:3: '),
  ]);
});
