import type { Case } from '../case.ts';
import { answerFlood } from './answer-flood.ts';
import { argsGrowth } from './growth/args-growth.ts';
import { argsVsAiSdk } from './args-vs-ai-sdk.ts';
import { blocksAlternating } from './blocks-alternating.ts';
import { blocksGrowth } from './growth/blocks-growth.ts';
import { contractGrowth } from './growth/contract-growth.ts';
import { decodeVsAiSdk } from './decode-vs-ai-sdk.ts';
import { encodeGrowth } from './growth/encode-growth.ts';
import { foldGrowth } from './growth/fold-growth.ts';
import { foldVsAiSdk } from './fold-vs-ai-sdk.ts';
import { foldVsAssistantStream } from './fold-vs-assistant-stream.ts';
import { loopHold } from './loop-hold.ts';
import { mcpProgress } from './mcp-progress.ts';
import { appendVsPg } from './nodes/append-vs-pg.ts';
import { appendVsSqlite } from './nodes/append-vs-sqlite.ts';
import { nodesLatency } from './nodes/nodes-latency.ts';
import { openGrowthPg, openGrowthSqlite } from './nodes/open-growth.ts';
import { idleClient, sseVsHttp } from './nodes/sse-vs-http.ts';
import { firstPaint } from './pages/first-paint.ts';
import { markdownVsStreamdown } from './pages/markdown-vs-streamdown.ts';
import { markdownWorst } from './pages/markdown-worst.ts';
import { runs50 } from './runs-50.ts';
import { searchVsRipgrep } from './search-vs-ripgrep.ts';
import { sessionsGrowth } from './growth/sessions-growth.ts';
import { sessionsSecondRun } from './sessions-second-run.ts';
import { stepOverheadGrowth } from './growth/step-overhead-growth.ts';
import { streams1000 } from './streams-1000.ts';
import { tailAppend } from './tail-append.ts';
import { outputBombs } from './output-bombs.ts';
import { openVsAssistantUi } from './pages/open-vs-assistant-ui.ts';
import { openVsVirtual } from './pages/open-vs-virtual.ts';
import { threadVsAssistantUi } from './pages/thread-vs-assistant-ui.ts';
import { threadVsVirtual } from './pages/thread-vs-virtual.ts';
import { takeoverSeconds } from './takeover-seconds.ts';
import { tokensSaved } from './tokens-saved.ts';
import { transcriptVsJsonParse } from './transcript-vs-json-parse.ts';

export const cases: readonly Case[] = [
  foldVsAiSdk,
  foldVsAssistantStream,
  foldGrowth,
  argsVsAiSdk,
  argsGrowth,
  blocksGrowth,
  blocksAlternating,
  contractGrowth,
  encodeGrowth,
  decodeVsAiSdk,
  tokensSaved,
  transcriptVsJsonParse,
  takeoverSeconds,
  tailAppend,
  sessionsGrowth,
  sessionsSecondRun,
  searchVsRipgrep,
  stepOverheadGrowth,
  runs50,
  loopHold,
  answerFlood,
  mcpProgress,
  outputBombs,
  streams1000,
  appendVsSqlite,
  appendVsPg,
  nodesLatency,
  sseVsHttp,
  idleClient,
  openGrowthSqlite,
  openGrowthPg,
  markdownWorst,
  markdownVsStreamdown,
  threadVsAssistantUi,
  openVsAssistantUi,
  threadVsVirtual,
  openVsVirtual,
  firstPaint,
];
