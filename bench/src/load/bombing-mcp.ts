/** An MCP server whose one tool answers with as much text as it is asked to. */
import { serveTool } from './serve-tool.ts';

serveTool('bombing', ({ arguments: { words, times } }, answer) => answer(words.repeat(times)));
