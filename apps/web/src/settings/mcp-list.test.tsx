import { LanguageProvider } from '@toolthread/react';
import { german } from '@toolthread/react/labels/de';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { McpList } from './mcp-list.tsx';

test('[issue 13] why an MCP server cannot be reached is told in the language of the page', () => {
  const problem =
    'The MCP server files could not be reached: nothing answers there. Is the program running that should answer?';
  const list = <McpList servers={[{ name: 'files', tools: [], problem }]} problems={[]} />;
  expect(renderToStaticMarkup(<LanguageProvider labels={german}>{list}</LanguageProvider>)).toContain(
    'Der MCP-Server files ist nicht erreichbar: Dort antwortet niemand.',
  );
  expect(renderToStaticMarkup(list)).toContain(problem);
});
