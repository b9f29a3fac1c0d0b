import type { KeyScope, usualKeys } from '@second-read/core/keyboard/key-map';

type ActionWords = {
  readonly [Scope in KeyScope]: Readonly<Record<keyof (typeof usualKeys)[Scope], string>>;
};

export const scopeWords: Readonly<Record<KeyScope, string>> = {
  viewer: 'Viewer',
  exam: 'Images of an exam',
  worklist: 'Worklist',
  review: 'Review',
};

/** What each key that can be changed does, as the help says it too. */
export const actionWords: ActionWords = {
  viewer: {
    window: 'Window and level',
    pan: 'Pan',
    zoom: 'Zoom',
    scroll_page: 'Scroll the page with one finger',
    length: 'Length',
    angle: 'Angle',
    ellipse: 'Ellipse',
    probe: 'Probe',
    arrow: 'Arrow with text',
    clear: 'Clear all measurements',
    bring_back: 'Bring back removed measurements',
    darker: 'Darker',
    brighter: 'Brighter',
    less_contrast: 'Less contrast',
    more_contrast: 'More contrast',
    invert: 'Invert',
    zoom_in: 'Zoom in',
    zoom_out: 'Zoom out',
    one_to_one: 'One to one: its pixels are those of the screen',
    rotate: 'Rotate 90° clockwise',
    flip_horizontal: 'Flip left to right',
    flip_vertical: 'Flip top to bottom',
    magnifier: 'Magnifier',
    findings: 'Show or hide all findings',
    outlines: 'Outlines over the image',
    wipe: 'Wipe between the bare image and the view',
    next_finding: 'Center the next finding',
    key_image: 'Key image of the report',
    reset: 'Reset',
    full_screen: 'Full screen',
  },
  exam: {
    next_finding: 'Next finding',
    previous_finding: 'Previous finding',
    plane: 'Next plane',
    slab: 'Thicker slab',
    projection: 'MIP, MinIP or average of the slab',
    regions: 'Regions',
    crosshair: 'Crosshair',
  },
  worklist: {
    next: 'Next report',
    previous: 'Previous report',
    claim: 'Claim a report, or give it back',
    sign: 'Sign it and go to the next',
  },
  review: {
    next: 'Next finding; with Shift the previous one',
    accept: 'Accept the finding; with Shift all of them',
    reject: 'Reject the finding',
  },
};

/** The words of an action; of one that is not known, its name. */
export function wordsOfAction(scope: KeyScope, action: string): string {
  const words: Readonly<Record<string, string>> = actionWords[scope];
  return words[action] ?? action;
}
