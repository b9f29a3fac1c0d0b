/** A picture of a report on the screen: the one that was read, or one of an exam. */
export interface ShownPicture {
  readonly picture: string;
  /** Of the picture that was read, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** Of an exam: from 0 along the stack. */
  readonly slice?: number;
  /** Of an exam: "slice 4", counted among those that were read. */
  readonly words?: string;
}
