import type { Plugin } from 'vite';

/**
 * They serve what the page has none of: styles and scripts as elements, hints to fetch something, refs of fragments, HTML of a server that is
 * taken over, `<Activity>`, `<ViewTransition>`, and lists of `<Suspense>`, which React has not released.
 */
const NEVER_CALLED = [
  'acquireResource',
  'suspendResource',
  'prefetchDNS',
  'preconnect',
  'preload',
  'preloadModule',
  'preinitScript',
  'preinitStyle',
  'preinitModuleScript',
  'insertStylesheetIntoRoot',
  'insertSuspendedStylesheets',
  'updateSuspenseListComponent',
  'findFirstSuspended',
  'cutOffTailIfNeeded',
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
  'updateDehydratedSuspenseComponent',
  'prepareToHydrateHostInstance',
  'clearHydrationBoundary',
  'hideOrUnhideDehydratedBoundary',
  'attemptExplicitHydrationTarget',
  'getHydratableHoistableCache',
  'queueIfContinuousEvent',
  'retryIfBlockedOn',
  'updateActivityComponent',
  'applyViewTransitionToHostInstancesRecursive',
  'restoreViewTransitionName',
  'applyViewTransitionName',
  'createMeasurement',
  'restoreViewTransitionOnHostInstances',
  'getViewTransitionName',
  'queueTransitionTypes',
  'findCurrentFiberUsingSlowPath',
  'resolveSingletonInstance',
  'commitHostSingletonAcquisition',
  'releaseSingletonInstance',
  'preloadResourceAndSuspendIfNeeded',
  'registerSuspenseInstanceRetry',
];

/** They are called, and have nothing to do here. */
const ANSWERED = [
  ['getResource', 'return null;'],
  // No drawing waits for a style or an image.
  ['accumulateSuspenseyCommitOnFiber', ''],
  ['waitForCommitToBeReady', 'return null;'],
  // No event waits for HTML of a server, and none of it is taken over.
  ['clearIfContinuousEvent', ''],
  ['getParentHydrationBoundary', 'return null;'],
  ['upgradeHydrationErrorsToRecoverable', 'return null;'],
  ['commitSuspenseHydrationCallbacks', ''],
  ['commitActivityHydrationCallbacks', ''],
  ['commitDeletedPairViewTransitions', ''],
  // The browser shows no navigation while something is drawn.
  ['defaultOnDefaultTransitionIndicator', ''],
  // The stack of an error names the parts of the page, and not their lines.
  ['describeNativeComponentFrame', 'return describeBuiltInComponentFrame(fn.displayName || fn.name || "");'],
] as const;

/** What every browser that reads this page has: React has other ways for those that did not. */
const TRUE = /\b(?:canUseCompositionEvent|isInputEventSupported)\b(?! =\s)/g;
const FALSE = /\b(?:isHydrating|shouldStartViewTransition|useFallbackCompositionData)\b(?! =\s|\$)/g;

/** What is done with lists of `<Suspense>`, `<ViewTransition>` and `<Activity>`, by the number that React gives them: there are none. */
const NO_SUCH_ELEMENT = /(?<!case \d+:\n)^( {4}case (?:19|30|31):\n)(?: {6}.*\n|\n)+/gm;

/** What others may call in the files beside it, and nobody does: no renderer is given these files. */
const NOT_TAKEN =
  /^exports\.(?:preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule|requestFormReset|useFormState|useFormStatus|unstable_(?:batchedUpdates|next|runWithPriority|wrapCallback|forceFrameRate)) = function[^]*?^\};/gm;

/**
 * React without what this page never does: it is a sixth of it. The page is drawn by `createRoot` and has no `<ViewTransition>`, so what asks
 * whether HTML of a server is taken over, or whether a transition begins, is answered with no, and the code behind it goes. Of what goes in
 * the head there is a `<title>` only, which is no resource. A function that is left out says so where it is called after all.
 */
export const leanReact: Plugin = {
  name: 'lean-react',
  transform: {
    filter: { id: /\/(?:react-dom-client|react-dom|scheduler)\.production\.js$/ },
    handler: (code) => leanCode(code.replace(NOT_TAKEN, '')),
  },
};

function leanCode(code: string): string {
  // Above it, parameters have the same name.
  const from = code.indexOf('isHydrating = !1,');
  if (from < 0) return code;
  const answered = code
    .slice(from)
    .replace(/\b(?:isHydrating|shouldStartViewTransition) = (![01])(?=[;)])/g, '$1')
    .replace(FALSE, '!1')
    .replace(TRUE, '!0')
    .replace(NO_SUCH_ELEMENT, "$1      throw Error('React was built without this element.');\n")
    .replace(/\b30 === \w+\.tag\b/g, '!1')
    .replace(/[\w$]+(?:\.[\w$]+)*\.dehydrated\b/g, 'null')
    .replace(/[\w$]+(?:\.[\w$]+)*\.isDehydrated\b/g, '!1')
    .replace(/^exports\.hydrateRoot = function[^]*?^\};/m, '')
    .replace(/^FragmentInstance\.prototype\.\w+ = function[^]*?^\};/gm, '');
  const bodies = [
    ...NEVER_CALLED.map((name) => [name, `throw Error('React was built without ${name}.');`]),
    ...ANSWERED,
  ];
  return bodies.reduce(
    (rest, [name = '', body]) => rest.replace(bodyOf(name), `$1 ${body} }`),
    code.slice(0, from) + answered,
  );
}

function bodyOf(name: string): RegExp {
  return new RegExp(`^(function ${name}\\([^)]*\\) \\{)[^]*?^\\}`, 'm');
}
