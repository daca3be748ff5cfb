import { agentRenderer } from './renderers/agent-renderer.ts';
import { editRenderer } from './renderers/edit-renderer.tsx';
import { fetchRenderer } from './renderers/fetch-renderer.ts';
import { filesRenderer } from './renderers/files-renderer.ts';
import { mcpRenderer } from './renderers/mcp-renderer.ts';
import { notebookRenderer } from './renderers/notebook-renderer.tsx';
import { planRenderer } from './renderers/plan-renderer.tsx';
import { questionRenderer } from './renderers/question-renderer.tsx';
import { readRenderer } from './renderers/read-renderer.ts';
import { searchRenderer } from './renderers/search-renderer.ts';
import { shellRenderer } from './renderers/shell-renderer.ts';
import { todoRenderer } from './renderers/todo-renderer.tsx';
import { webSearchRenderer } from './renderers/web-search-renderer.tsx';
import { writeRenderer } from './renderers/write-renderer.tsx';
import type { ToolRenderer } from './tool-renderer.ts';

/** The renderers a thread has by itself. Put your own before them: `[rendererFor('draw_chart', Chart), ...toolRenderers]`. */
export const toolRenderers: readonly ToolRenderer[] = [
  planRenderer,
  questionRenderer,
  shellRenderer,
  readRenderer,
  writeRenderer,
  editRenderer,
  filesRenderer,
  searchRenderer,
  todoRenderer,
  agentRenderer,
  webSearchRenderer,
  fetchRenderer,
  notebookRenderer,
  mcpRenderer,
];
