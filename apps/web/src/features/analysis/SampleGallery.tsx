import type { GallerySample, ModuleManifest } from '@second-read/core/analysis/manifest';
import { IconFileTypography } from '@tabler/icons-react';
import classes from './SampleGallery.module.css';
import { sampleUrl } from './sample-url.ts';

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
    <section aria-labelledby="samples">
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
                {/\.dcm$/i.test(sample.file) ? (
                  <IconFileTypography size={24} stroke={1.5} aria-hidden />
                ) : (
                  <img src={sampleUrl(manifest, sample)} alt="" loading="lazy" decoding="async" />
                )}
              </span>
              <span className={classes.label}>{sample.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
