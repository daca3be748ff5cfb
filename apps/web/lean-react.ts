import type { Plugin } from 'vite';

/** They serve what the page has none of: styles and scripts as elements, hints to fetch something, refs of fragments, and lists of `<Suspense>`, which React has not released. */
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
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
];

/**
 * React without what this page never does: it is a tenth of it. The page is drawn by `createRoot` and has no `<ViewTransition>`, so what asks
 * whether HTML of a server is taken over, or whether a transition begins, is answered with no, and the code behind it goes. Of what goes in
 * the head there is a `<title>` only, which is no resource. A function that is left out says so where it is called after all.
 */
export const leanReact: Plugin = {
  name: 'lean-react',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler: (code) => leanCode(code),
  },
};

function leanCode(code: string): string {
  // Above it, parameters have the same name.
  const from = code.indexOf('isHydrating = !1,');
  if (from < 0) return code;
  const answered = code
    .slice(from)
    .replace(/\b(?:isHydrating|shouldStartViewTransition) = (![01])(?=[;)])/g, '$1')
    .replace(/\b(?:isHydrating|shouldStartViewTransition)\b(?! = |\$)/g, '!1')
    .replace(/\b30 === \w+\.tag\b/g, '!1')
    .replace(/[\w$]+(?:\.[\w$]+)*\.dehydrated\b/g, 'null')
    .replace(/[\w$]+(?:\.[\w$]+)*\.isDehydrated\b/g, '!1')
    .replace(/^exports\.hydrateRoot = function[^]*?^\};/m, '')
    .replace(/^FragmentInstance\.prototype\.\w+ = function[^]*?^\};/gm, '')
    .replace(bodyOf('getResource'), '$1 return null; }');
  return NEVER_CALLED.reduce(
    (rest, name) => rest.replace(bodyOf(name), `$1 throw Error('React was built without ${name}.'); }`),
    code.slice(0, from) + answered,
  );
}

function bodyOf(name: string): RegExp {
  return new RegExp(`^(function ${name}\\([^)]*\\) \\{)[^]*?^\\}`, 'm');
}
