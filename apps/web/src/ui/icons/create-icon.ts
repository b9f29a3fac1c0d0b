import { createElement, type ReactElement, type SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. */
  readonly size?: number;
  /** Width of the lines, of 24 units across the icon. */
  readonly stroke?: number;
}

export type Icon = (props: IconProps) => ReactElement;

/** An icon of lines on 24 by 24 units, as Tabler's are drawn (see LICENSE). */
export function createIcon(paths: readonly string[]): Icon {
  return ({ size = 24, stroke = 2, ...rest }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: stroke,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      paths.map((d) => createElement('path', { key: d, d })),
    );
}
