/** A picture as it is displayed: one plane of grey, or red, green and blue. */
export interface ProposalPicture {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly ArrayLike<number>[];
}

/** The ellipse in a box, in working pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
}
