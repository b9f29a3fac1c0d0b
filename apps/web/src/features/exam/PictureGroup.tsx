import type { HTMLAttributes, Ref } from 'react';

interface PictureGroupProps extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'tabIndex'> {
  'aria-label': string;
  ref?: Ref<HTMLDivElement>;
}

/** A picture that keys move: it takes the focus and is named as a whole. */
export function PictureGroup(props: PictureGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture, not a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that keys move must take the focus
    <div role="group" tabIndex={0} {...props} />
  );
}
