import { manifestList as product } from '@second-read/analyses/manifest-list';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { manifest } from './inserts/manifest.ts';

export const manifestList: readonly ModuleManifest[] = [...product, manifest];
