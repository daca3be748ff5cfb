import { answersRenderer } from './answers-renderer.ts';
import { contentRenderer } from './content-renderer.tsx';
import { diffRenderer } from './diff-renderer.tsx';
import { shellRenderer } from './shell-renderer.ts';
import type { ToolRenderer } from './tool-renderer.ts';

/** The renderers a thread has by itself. Put your own before them: `[rendererFor('draw_chart', Chart), ...toolRenderers]`. */
export const toolRenderers: readonly ToolRenderer[] = [answersRenderer, diffRenderer, contentRenderer, shellRenderer];
