import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { showTable, showWindow } from '@second-read/core/decode/display-values';
import type { Study } from '@second-read/core/decode/study';
import { applyWindow, percentileRange } from '@second-read/core/pixels/color/apply-window';
import type { Mask, RgbImage } from '@second-read/core/pixels/plane';

/**
 * The picture as displayed. Hounsfield units: the module's window, else the file's. Otherwise the file's
 * table or window, else 8-bit values as they are, else all but the darkest and brightest thousandth.
 */
export function renderOriginal(study: Study, manifest: ModuleManifest): Mask | RgbImage {
  return study.colour ?? renderGrey(study, manifest);
}

function renderGrey({ grey, quantity, window, table, bitsStored }: Study, manifest: ModuleManifest): Mask {
  if (quantity === 'hounsfield' && manifest.displayWindow !== undefined) {
    return showWindow(grey, { ...manifest.displayWindow, shape: 'linear_exact' });
  }
  if (table !== undefined) return showTable(grey, table);
  if (window !== undefined) return showWindow(grey, window);
  const isEightBit = bitsStored === 8 && quantity === 'relative';
  return applyWindow(grey, isEightBit ? { min: 0, max: 255 } : percentileRange(grey));
}
