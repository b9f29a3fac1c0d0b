/** The neighbourhood of a morphological operation; `radius` in whole pixels, 0 changes nothing. */
export interface StructuringElement {
  readonly shape: 'square' | 'disc';
  readonly radius: number;
}

/** All pixels within `radius` of the centre. */
export function disc(radius: number): StructuringElement {
  return { shape: 'disc', radius };
}

/** The square of side `2 radius + 1`. */
export function square(radius: number): StructuringElement {
  return { shape: 'square', radius };
}
