import { useComputedColorScheme } from '@mantine/core';
import classes from './ProductShot.module.css';

/** At build time the user's theme is unknown: the system's is used. */
const isPrerendering = typeof window === 'undefined';

const narrow = '(max-width: 479px)';
/** As the script takes them. */
const phoneSize = { width: 420, height: 560 };

interface ProductShotProps {
  /** Name below `/landing/`, without scheme and ending. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Whether there is a `-small` one of half the width, for narrow screens. */
  hasSmall?: boolean;
  /** Whether there is a `-phone` one, taken on a narrow screen, so that its text is legible. */
  hasPhone?: boolean;
  /** The first picture of a page loads at once, the others when they come near. */
  isFirst?: boolean;
}

/**
 * The product as the browser shows it, in the reader's own colour scheme (scripts/make-landing-pictures.mjs).
 */
export function ProductShot({ name, alt, width, height, hasSmall, hasPhone, isFirst }: ProductShotProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const sizes = hasSmall ? '(max-width: 1023px) 92vw, 720px' : undefined;
  const sources = (of: string) =>
    hasSmall
      ? `/landing/${name}-${of}-small.webp ${width / 2}w, /landing/${name}-${of}.webp ${width}w`
      : undefined;
  return (
    <picture>
      {isPrerendering && hasPhone && (
        <source
          media={`${narrow} and (prefers-color-scheme: dark)`}
          srcSet={`/landing/${name}-dark-phone.webp`}
          {...phoneSize}
        />
      )}
      {hasPhone && <source media={narrow} srcSet={`/landing/${name}-${scheme}-phone.webp`} {...phoneSize} />}
      {isPrerendering && (
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={sources('dark') ?? `/landing/${name}-dark.webp`}
          sizes={sizes}
        />
      )}
      <img
        className={classes.shot}
        src={`/landing/${name}-${scheme}.webp`}
        srcSet={sources(scheme)}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
      />
    </picture>
  );
}
