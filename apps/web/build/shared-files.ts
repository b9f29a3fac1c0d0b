import { basename } from 'node:path';

/** What a bundler reports of a module. */
interface ModuleInfo {
  readonly isEntry: boolean;
  readonly code: string | null;
  readonly exports: readonly string[] | null;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** A name with the files of the screens in it. */
type Group = readonly [name: string, files: readonly string[]];

export interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/**
 * Of each module what is read of it here, once: the bundler makes a new object, with copies of its lists and
 * of its text, for each question. Without this the answers for 6,000 modules took two thirds of the build.
 */
const read = new WeakMap<ModuleGraph, Map<string, Module | null>>();

interface Module extends Omit<ModuleInfo, 'code'> {
  readonly packageImports: string;
}

function moduleOf(id: string, graph: ModuleGraph): Module | null {
  const modules = read.get(graph) ?? new Map<string, Module | null>();
  read.set(graph, modules);
  const known = modules.get(id);
  if (known !== undefined) return known;
  const info = graph.getModuleInfo(id);
  const found = info && {
    isEntry: info.isEntry,
    exports: info.exports,
    importers: info.importers,
    dynamicImporters: info.dynamicImporters,
    packageImports: packageImports(info.code ?? ''),
  };
  modules.set(id, found);
  return found;
}

/** What is fetched in any case, first and then with the application. */
const always: readonly Group[] = [
  ['first', ['/index.html']],
  ['application', ['/start.tsx']],
];

/** What runs behind every screen of who is signed in: one file. */
const panels = [
  ...['/LiveUpdates.tsx', '/AccountPreferences.tsx', '/NotificationBell.tsx', '/WorklistLink.tsx'],
  ...['/BatchPanel.tsx', '/OutboxPanel.tsx', '/AppUpdate.tsx'],
];

/** The screens that are opened most, in groups that need much the same, and what runs behind all of them. */
const groups: readonly Group[] = [
  ['landing', ['/LandingScreen.tsx']],
  ['dashboard', ['/DashboardScreen.tsx']],
  ['lists', ['/WorklistScreen.tsx', '/AuditScreen.tsx']],
  ['history', ['/HistoryScreen.tsx']],
  ['module', ['/ModuleScreen.tsx']],
  ['details', ['/DetailsScreen.tsx']],
  ['demo', ['/DemoScreen.tsx']],
  ['panels', panels],
];

/**
 * Names the file of a module that several screens share, by those of them that fetch it; none: the bundler's
 * choice. Without this a work screen is seventy files, each of which a browser must ask for before the first
 * runs. Whatever fetches a module fetches its imports, whose file is of the same screens or more: no two
 * files need each other.
 */
export function sharedFile(id: string, graph: ModuleGraph): string | null {
  const entries = [...entriesOf(id, graph)];
  const fetch = ([, files]: Group) => files.some((file) => entries.some((entry) => entry.endsWith(file)));
  const needed = entries.length > 1 && always.find(fetch);
  if (needed) return needed[0];
  const by = groups.filter(fetch).map(([name]) => name);
  if (by.length === 1 && by[0] === 'panels') return 'panels';
  return by.length < 2 ? null : `for-${by.join('-')}`;
}

/** What is fetched by an import at run time, or with the page, and leads to the module. */
function entriesOf(id: string, graph: ModuleGraph): Set<string> {
  const entries = new Set<string>();
  const seen = new Set([id]);
  for (const at of seen) {
    const info = moduleOf(at, graph);
    if (!info) continue;
    if (info.isEntry || info.dynamicImporters.length > 0) entries.add(at);
    for (const importer of info.importers) {
      for (const user of isIndex(importer) ? usersThrough(importer, at, graph) : [importer]) seen.add(user);
    }
  }
  return entries;
}

/** The index of a package of many parts, which only hands them on: who imports it needs a few of them. */
const isIndex = (id: string) => /[\\/]node_modules[\\/]@mantine[\\/].*[\\/]index\.m?js$/.test(id);

/** The importers of an index, and of indexes of that index, that name what the module exports. */
function usersThrough(index: string, id: string, graph: ModuleGraph): string[] {
  const file = basename(id).replace(/\.m?js$/, '');
  const names = [file, ...(moduleOf(id, graph)?.exports ?? [])].filter((name) =>
    /^(?!default$)\w+$/.test(name),
  );
  const named = new RegExp(`\\b(?:${names.join('|')})\\b`);
  const users: string[] = [];
  const seen = new Set([index]);
  for (const at of seen) {
    for (const importer of moduleOf(at, graph)?.importers ?? []) {
      if (isIndex(importer)) seen.add(importer);
      else if (named.test(moduleOf(importer, graph)?.packageImports ?? '')) users.push(importer);
    }
  }
  return users;
}

/** What a module imports from packages, as its text has it. */
function packageImports(code: string): string {
  return (code.match(/\bimport\b[^;'"]*?\bfrom\s*['"][^.'"][^'"]*['"]/g) ?? []).join('\n');
}
