const fields =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"]), [contenteditable="true"]';
/** What has keys of its own. */
const typed = `${fields}, [role="menu"], [role="dialog"], [role="application"]`;

/**
 * Whether the screen may act on a key wherever the focus is: it has no modifier but Shift, nothing took it
 * already, it is not typed, and no dialog waits for an answer. Keys pressed on images are the images'.
 */
export function isFreeKey(event: KeyboardEvent): boolean {
  return isUntaken(event) && !isWithin(event.target, '[data-image-keys]');
}

/** The same for the keys of images, which are also pressed beside them. */
export function isUntaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isWithin(event.target, typed) && !isAsked();
}

/** Whether keys are written there, or choose from a list. */
export function isField(target: EventTarget | null): boolean {
  return isWithin(target, fields);
}

/** Whether a dialog waits for an answer. */
export function isAsked(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

export function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
