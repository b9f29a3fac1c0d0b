import type { GallerySample, ModuleManifest } from '@second-read/core/analysis/manifest';
import { useState } from 'react';
import { IconPhotoOff } from '../../../ui/icons/frame-icons.ts';
import classes from './SampleGallery.module.css';
import { thumbnailUrl } from './sample-url.ts';

interface SampleGalleryProps {
  manifest: ModuleManifest;
  onSample: (sample: GallerySample) => void;
  disabled: boolean;
  /** File name of the chosen sample. */
  chosen: string | null;
}

/** Sample images of the module, static files, each one click away. */
export function SampleGallery({ manifest, onSample, disabled, chosen }: SampleGalleryProps) {
  return (
    <section aria-labelledby="samples" data-wide>
      <h2 id="samples" className={classes.title}>
        Sample images
      </h2>
      <ul className={classes.list}>
        {manifest.gallery.map((sample) => (
          <li key={sample.file}>
            <button
              type="button"
              className={classes.sample}
              aria-pressed={sample.file === chosen}
              disabled={disabled}
              onClick={() => onSample(sample)}
            >
              <span className={classes.thumb}>
                <Thumbnail src={thumbnailUrl(manifest, sample)} />
              </span>
              <span className={classes.label}>{sample.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sign of its own where the picture does not come, instead of the browser's. */
function Thumbnail({ src }: { src: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <IconPhotoOff size={24} stroke={1.5} aria-hidden />;
  return <img src={src} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />;
}
