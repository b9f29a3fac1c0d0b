// @vitest-environment node
import { expect, it } from 'vitest';
import { type ModuleGraph, sharedFile } from './shared-files.ts';

const mantine = '/node_modules/@mantine/core/esm/index.mjs';

/** Modules with who imports them, at once or at run time. */
function graphOf(
  modules: Record<string, { by?: string[]; later?: string[]; code?: string; exports?: string[] }>,
) {
  const graph: ModuleGraph = {
    getModuleInfo: (id) => {
      const { by = [], later = [], code = '', exports = [] } = modules[id] ?? {};
      return { isEntry: id === '/index.html', importers: by, dynamicImporters: later, code, exports };
    },
  };
  return (id: string) => sharedFile(id, graph);
}

const screens = {
  '/start.tsx': { later: ['/main.ts'] },
  '/WorklistScreen.tsx': { later: ['/start.tsx'], code: "import { Menu, Table } from '@mantine/core';" },
  '/HistoryScreen.tsx': { later: ['/start.tsx'] },
  '/LoginScreen.tsx': { later: ['/start.tsx'] },
  '/BatchPanel.tsx': { later: ['/start.tsx'] },
  '/OutboxPanel.tsx': { later: ['/start.tsx'] },
};

it('puts a module in the file of the screens that fetch it', () => {
  const fileOf = graphOf({
    ...screens,
    '/row.ts': { by: ['/WorklistScreen.tsx', '/card.ts'] },
    '/card.ts': { by: ['/HistoryScreen.tsx'] },
    '/form.ts': { by: ['/LoginScreen.tsx'] },
    '/react.js': { by: ['/start.tsx', '/row.ts'] },
  });
  expect(fileOf('/row.ts')).toBe('for-lists-history');
  expect(fileOf('/card.ts')).toBeNull();
  expect(fileOf('/form.ts')).toBeNull();
  expect(fileOf('/react.js')).toBe('application');
});

it('gives what runs behind every screen one file', () => {
  const fileOf = graphOf({
    ...screens,
    '/queue.ts': { by: ['/OutboxPanel.tsx'] },
    '/sending.ts': { by: ['/OutboxPanel.tsx', '/WorklistScreen.tsx'] },
  });
  expect(['/BatchPanel.tsx', '/OutboxPanel.tsx', '/queue.ts'].map(fileOf)).toEqual([
    'panels',
    'panels',
    'panels',
  ]);
  expect(fileOf('/sending.ts')).toBe('for-lists-panels');
});

it('counts a part of a package for who names it, not for all who import the package', () => {
  const fileOf = graphOf({
    ...screens,
    '/App.tsx': { by: ['/start.tsx'], code: "import { Provider } from '@mantine/core';\nconst Menu = 1;" },
    '/menus.ts': { by: ['/HistoryScreen.tsx'], code: "import {\n  Menu,\n} from '@mantine/core';" },
    [mantine]: { by: ['/App.tsx', '/WorklistScreen.tsx', '/menus.ts'] },
    '/Menu.mjs': { by: [mantine], exports: ['Menu'] },
    '/Table.mjs': { by: [mantine], exports: ['Table'] },
  });
  expect(fileOf('/Menu.mjs')).toBe('for-lists-history');
  expect(fileOf('/Table.mjs')).toBeNull();
});
