import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import sharp from 'sharp';

const allowed = ['Png', 'Jpeg', 'Webp', 'Tiff'].flatMap((format) => [
  `VipsForeignLoad${format}Buffer`,
  `VipsForeignLoad${format}File`,
]);
/** Threads get a copy of it from the thread that starts them. */
const restricted = 'libvips loaders are restricted';

/**
 * libvips may load only the supported formats: no SVG, PDF, HEIF, GIF or its own formats. This applies to
 * the whole process with all its threads. In between, libvips loads nothing at all, and a picture that
 * another thread reads at that moment fails: so once per process, before its threads start.
 */
export function restrictLoaders(): void {
  if (getEnvironmentData(restricted) === true) return;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: allowed });
  setEnvironmentData(restricted, true);
}
