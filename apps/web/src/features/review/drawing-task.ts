/** What a reader does to a finding in the picture. */
export type DrawingTask =
  | { readonly kind: 'outline'; readonly finding: string }
  | { readonly kind: 'measure'; readonly finding: string; readonly quantity: string; readonly label: string };

/** How the list of findings and the picture beside it speak of what is drawn. */
export interface DrawingControl {
  readonly task: DrawingTask | null;
  readonly choose: (task: DrawingTask | null) => void;
  /** Whether findings of the type are outlined in pictures of the module. */
  readonly canOutline: (type: string) => boolean;
  /** What a line in the picture is measured in. */
  readonly unit: 'mm' | 'px';
}
