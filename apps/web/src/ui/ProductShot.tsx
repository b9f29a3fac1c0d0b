import { useComputedColorScheme } from '@mantine/core';
import classes from './ProductShot.module.css';

/** While building nobody knows the reader's scheme: the system's then decides. */
const isPrerendering = typeof window === 'undefined';

interface ProductShotProps {
  /** Name below `/landing/`, without scheme and ending. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Whether there is a `-small` one of half the width, for narrow screens. */
  hasSmall?: boolean;
  /** The first picture of a page loads at once, the others when they come near. */
  isFirst?: boolean;
}

/** The product as the browser shows it, in the reader's own colour scheme (scripts/make-landing-pictures.mjs). */
export function ProductShot({ name, alt, width, height, hasSmall, isFirst }: ProductShotProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const sizes = hasSmall ? '(max-width: 1023px) 92vw, 720px' : undefined;
  const sources = (of: string) =>
    hasSmall
      ? `/landing/${name}-${of}-small.webp ${width / 2}w, /landing/${name}-${of}.webp ${width}w`
      : undefined;
  return (
    <picture>
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
