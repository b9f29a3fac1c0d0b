import { expect, it } from 'vitest';
import { shellOf } from './write-service-worker.ts';

const chunk = (fileName: string, moduleId: string, imports: string[] = [], css: string[] = []) => ({
  ...{ type: 'chunk' as const, fileName, moduleIds: ['/src/ui/Page.tsx', moduleId], imports },
  viteMetadata: { importedCss: new Set(css) },
});

it('keeps what the work screens import, with its styles, and nothing of the others', () => {
  const files = shellOf([
    {
      ...chunk('assets/index.js', '/src/main.ts', ['assets/shared.js'], ['assets/index.css']),
      isEntry: true,
    },
    chunk('assets/shared.js', '', ['assets/deep.js']),
    chunk('assets/deep.js', '', ['assets/shared.js']),
    chunk('assets/camera.js', '/src/features/camera/CameraDialog.tsx', [], ['assets/camera.css']),
    chunk('assets/login.js', '/src/app/screens/account/LoginScreen.tsx'),
    chunk('assets/history.js', '/src/app/screens/reports/HistoryScreen.tsx'),
    { type: 'asset', fileName: 'assets/hint.worker-a1.js' },
    { type: 'asset', fileName: 'assets/pdf.worker-a1.js' },
  ]);
  expect(files).toEqual([
    '/assets/camera.css',
    '/assets/camera.js',
    '/assets/deep.js',
    '/assets/hint.worker-a1.js',
    '/assets/index.css',
    '/assets/index.js',
    '/assets/shared.js',
  ]);
});
