import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { provideNpmPackage } from './npm-package.mjs';

const works = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const isOnPath = (program) => works('sh', ['-c', `command -v ${program}`]);
const hasModule = (name) => works('python3', ['-c', `import ${name}`]);

const orthancPlugin = ['/usr/share/orthanc/plugins', '/usr/lib/orthanc/plugins'];

/** What the strictest tests hold the product against, with the packages that bring it. */
export const tools = [
  {
    suite: 'exports read by dcmtk',
    needs: 'dcmtk',
    isThere: () => isOnPath('dcmdump'),
    debian: ['dcmtk'],
  },
  {
    suite: 'exports judged by dciodvfy',
    needs: 'dicom3tools',
    isThere: () => isOnPath('dciodvfy'),
    debian: ['dicom3tools'],
  },
  {
    suite: 'segmentations and reports read by highdicom',
    needs: 'highdicom',
    isThere: () => hasModule('highdicom'),
    debian: ['python3', 'python3-pip'],
    python: 'highdicom==0.28.2',
  },
  {
    suite: 'DICOMweb with Orthanc',
    needs: 'orthanc and orthanc-dicomweb',
    isThere: () =>
      isOnPath('Orthanc') &&
      orthancPlugin.some((folder) => existsSync(join(folder, 'libOrthancDicomWeb.so'))),
    debian: ['orthanc', 'orthanc-dicomweb'],
  },
  {
    suite: 'stored images read by dicomweb-client in Python',
    needs: 'dicomweb-client of Python',
    isThere: () => hasModule('dicomweb_client'),
    debian: ['python3', 'python3-pip'],
    python: 'dicomweb-client==0.60.1',
  },
  // From npm into `.cache`, by whoever asks first: installing is the same.
  {
    suite: 'stored images in OHIF',
    needs: '@ohif/app: npm cannot be reached',
    isThere: () => provideNpmPackage('@ohif/app') !== undefined,
  },
  {
    suite: 'stored images read by dicomweb-client in a browser',
    needs: 'dicomweb-client: npm cannot be reached',
    isThere: () => provideNpmPackage('dicomweb-client') !== undefined,
  },
  {
    suite: 'browser tests',
    needs: 'chromium',
    isThere: () => findBrowser() !== undefined,
    debian: ['chromium'],
  },
];
