import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { manifest as brainCt } from './brain-ct/manifest.ts';
import { manifest as breast } from './breast/manifest.ts';
import { manifest as cervix } from './cervix/manifest.ts';
import { manifest as lung } from './lung/manifest.ts';

/** The manifest of every clinical module, in the order of the dashboard. */
export const manifestList: readonly ModuleManifest[] = [breast, brainCt, lung, cervix];
