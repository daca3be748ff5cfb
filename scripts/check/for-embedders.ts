/** Public functions that the program itself never calls, and why they are there. Each has an example in docs/reference. */
export const forEmbedders: Readonly<Record<string, string>> = {
  '@toolthread/core: foldAll': 'The state of a whole ledger in one call. The program folds events as they come.',
  '@toolthread/core: parseLedger':
    'Reads what `export --to jsonl` wrote. The program reads it as one format of many, by parseEvent.',
  '@toolthread/core/context: ContextManager':
    'The context for agents that keep no ledger. Ours has one; both use Turns.',

  '@toolthread/core/adapters: appendDrafts':
    'Makes events of the drafts that a reader returns, without a server. The program appends drafts to its store.',

  // A foreign page: it draws messages of the contract. The server makes them by messagesInPieces, our own page draws the timeline.
  '@toolthread/core/contract: toMessages': 'All messages at once. The server sends the same messages in pieces.',
  '@toolthread/core/contract: fromContractEvents':
    'All events of a foreign back end at once; contractReader reads them one at a time.',
  '@toolthread/core/contract: contractReader':
    'Reads the live events of a foreign back end. Our page reads the ledger.',
  '@toolthread/core/contract: placesInHistory':
    'The rule that reconcile uses, for pages that draw messages themselves.',
  '@toolthread/transcripts: hasMoreLines':
    'How much a file will take. The program asks it in the thread that reads sessions, which begins with a file of its own.',
  '@toolthread/react: ContractThread': 'The thread of a foreign back end. Our page has one ledger.',
  '@toolthread/server: serveAgent':
    'Serves an agent of your own over HTTP, in one call. The program also sets up tokens, secrets and a data folder.',
  '@toolthread/store/testing: ledgerContract':
    'Proves that a store of somebody else keeps the contract. Our own tests run it on SQLite and PostgreSQL.',
  // Parts alone. In a thread the same is drawn by ThreadView.
  '@toolthread/react: Approval':
    'Asks for approval on a page without a thread. In a thread, RequestCard draws the same card.',
  '@toolthread/react: Question':
    'Asks a question on a page without a thread. In a thread, RequestCard draws the same card.',
  '@toolthread/react: ToolGroup': 'The calls of a thread without its words.',
  '@toolthread/react: InlineToolWidget': 'The calls of a message of a foreign chat.',
  '@toolthread/react: ToolText': 'A stored message of a chat that only carries text.',
  '@toolthread/core/lines: storedResultLines': 'A result of such a message, as ToolText draws it.',
  '@toolthread/core/contract: reconcile': 'A foreign page that has a stream and a history. Our page has one ledger.',
  '@toolthread/core/contract: withoutRepeated':
    'What a foreign page does with a history that tells messages twice; <ContractThread> does it.',
  '@toolthread/core/contract: renderingOf': 'How a foreign page draws a message.',
  '@toolthread/core/contract: shouldRenderAssistantContent':
    'Part of renderingOf, for pages that draw messages themselves.',
  '@toolthread/core/contract: isToolCallMessage': 'Part of renderingOf, for pages that draw messages themselves.',
  '@toolthread/core/contract: isToolResultMessage': 'Part of renderingOf, for pages that draw messages themselves.',
  '@toolthread/core/contract: hasToolError': 'Part of renderingOf, for pages that draw messages themselves.',
  '@toolthread/core/contract: toChatMessages': 'A foreign chat whose messages carry their tool activity.',
  '@toolthread/core/contract: toolWidget': 'How a foreign chat draws the tool activity of a message.',

  // A chat that carries nothing but text. The program writes such texts by renderText and reads them by readStoredText.
  '@toolthread/core/blocks: formatToolStarted': 'Writes a call into a text while it streams.',
  '@toolthread/core/blocks: formatToolCombined': 'Writes a call with its result into a text.',
  '@toolthread/core/blocks: completePendingToolBlock': 'Puts a result into a text that streams.',
  '@toolthread/core/blocks: parseToolBlocks': 'Reads a text while it streams; tests hold renderText to it.',
  '@toolthread/core/blocks: mergeConsecutiveToolBlocks':
    'Groups the calls of such a text. Our groups are those of the timeline.',
  '@toolthread/core/blocks: normalizeMarkdownCollapsibleBlocks':
    'Rewrites old stored texts once, for pages that read blocks only.',

  // A viewer that holds messages of stored sessions. The program reads them into a ledger, whose fold pairs results with calls.
  '@toolthread/core/unified: enrichMessagesWithToolResults': 'Puts every result into its call.',
  '@toolthread/core/unified: tryParseImageContent':
    'The first image of a result. Readers keep all of it, by contentParts.',

  '@toolthread/react/export: writeHtml':
    'Writes a thread as one file, in one call. The program writes its files in pieces.',
  '@toolthread/client: postDrafts': 'Posts what an agent in another program did. Our agent runs in the server.',
  '@toolthread/client: textStream': 'Writes a thread into a chat that only carries text, for a bot in another program.',
  '@toolthread/agent: policyByRules': 'A policy without a file. The program reads a file, by policyFromFile.',
  '@toolthread/providers/ai-sdk: aiSdkModel': 'Uses a model of the AI SDK. The program has none.',
  '@toolthread/core/adapters: toUiMessages': 'All messages at once. The server sends the same messages in pieces.',
  '@toolthread/core/adapters: agUiReader': 'Reads an agent of another program that streams AG-UI.',
  '@toolthread/core/adapters: aiSdkReader': 'Reads a stream of the AI SDK whose tools the SDK itself runs.',
  '@toolthread/providers/ai-sdk: toModelMessages': 'The messages of the next request to a model of the AI SDK.',
};
