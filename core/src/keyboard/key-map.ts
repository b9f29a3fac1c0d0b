/**
 * The keys that an account may change: per part of the screens, each action with its usual key. A key is what
 * `KeyboardEvent.key` gives, letters small. The images of an exam have the keys of the viewer, too: what both
 * name is the same action. Those of a review hold on the images, too, while a report is written, so no image
 * has one of them.
 */
export const usualKeys = {
  viewer: {
    window: 'w',
    pan: 'p',
    zoom: 'z',
    scroll_page: 's',
    length: 'l',
    angle: '<',
    ellipse: 'e',
    probe: '#',
    arrow: '>',
    clear: 'c',
    bring_back: 'u',
    darker: '[',
    brighter: ']',
    less_contrast: '{',
    more_contrast: '}',
    invert: 'i',
    zoom_in: '+',
    zoom_out: '-',
    one_to_one: '*',
    rotate: 't',
    flip_horizontal: 'h',
    flip_vertical: 'v',
    magnifier: 'y',
    findings: 'g',
    outlines: 'o',
    wipe: 'b',
    next_finding: 'n',
    key_image: 'k',
    reset: 'r',
    full_screen: 'f',
  },
  exam: {
    next_finding: 'n',
    previous_finding: ';',
    plane: 'd',
    slab: 'm',
    projection: ',',
    regions: 'o',
    crosshair: 'q',
  },
  worklist: { next: 'j', previous: 'k', claim: 'c', sign: 's' },
  review: { next: 'j', accept: 'a', reject: 'x' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type KeyScope = keyof typeof usualKeys;
export const keyScopes = Object.keys(usualKeys) as KeyScope[];

/** Keys by action, for the actions whose key was changed. */
export type KeyMap = Readonly<Partial<Record<KeyScope, Readonly<Record<string, string>>>>>;

/** Keys that stay what they are: help, search, digits for presets and views, zoom, the probe's second key. */
const fixedKeys: Readonly<Record<KeyScope, string>> = {
  viewer: '?/=:0123456789',
  exam: '?/+=-01234',
  worklist: '?/',
  review: '?/12345sm',
};

/** The key of every action of a scope, as the account has it; what is unknown in `changed` is passed over. */
export function keysOf(scope: KeyScope, changed: KeyMap = {}): Readonly<Record<string, string>> {
  const usual: Readonly<Record<string, string>> = usualKeys[scope];
  const own = changed[scope] ?? {};
  return Object.fromEntries(Object.entries(usual).map(([action, key]) => [action, own[action] ?? key]));
}

export type KeyProblem =
  | {
      readonly kind: 'unknown_action' | 'no_key' | 'fixed';
      readonly scope: KeyScope;
      readonly action: string;
    }
  /** Two actions of one scope, or of a review and the images, have one key. */
  | { readonly kind: 'taken'; readonly scope: KeyScope; readonly action: string; readonly by: string };

/** The first reason why a map cannot be used; null of one that can. */
export function keyProblem(changed: KeyMap): KeyProblem | null {
  for (const scope of keyScopes) {
    const wrong = wrongEntry(scope, changed[scope] ?? {});
    if (wrong !== null) return wrong;
    const taken = new Map<string, string>();
    for (const [action, key] of Object.entries(keysOf(scope, changed))) {
      const by = taken.get(key);
      if (by !== undefined) return { kind: 'taken', scope, ...newcomer(changed[scope] ?? {}, action, by) };
      taken.set(key, action);
    }
  }
  return onImagesProblem(changed);
}

/** The keys of a review hold on the images too, where the viewer and the exam have theirs. */
function onImagesProblem(changed: KeyMap): KeyProblem | null {
  const review = Object.entries(keysOf('review', changed));
  for (const scope of ['viewer', 'exam'] as const) {
    for (const [by, key] of review) {
      const action = Object.entries(keysOf(scope, changed)).find(([, own]) => own === key)?.[0];
      if (action === undefined) continue;
      const isNew = action in (changed[scope] ?? {});
      return isNew
        ? { kind: 'taken', scope, action, by }
        : { kind: 'taken', scope: 'review', action: by, by: action };
    }
  }
  return null;
}

/** A stored map without the changes that cannot be used any more: a later version may have their keys. */
export function usableKeys(changed: KeyMap): KeyMap {
  const problem = keyProblem(changed);
  if (problem === null) return changed;
  const { [problem.action]: _unusable, ...others } = changed[problem.scope] ?? {};
  return usableKeys({ ...changed, [problem.scope]: others });
}

/** Which of two actions with one key was changed to it. */
function newcomer(own: Readonly<Record<string, string>>, later: string, earlier: string) {
  return later in own ? { action: later, by: earlier } : { action: earlier, by: later };
}

function wrongEntry(scope: KeyScope, own: Readonly<Record<string, string>>): KeyProblem | null {
  for (const [action, key] of Object.entries(own)) {
    if (!Object.hasOwn(usualKeys[scope], action)) return { kind: 'unknown_action', scope, action };
    if (!isKey(key)) return { kind: 'no_key', scope, action };
    if (fixedKeys[scope].includes(key) && keysOf(scope)[action] !== key)
      return { kind: 'fixed', scope, action };
  }
  return null;
}

/** One sign that is seen, a letter as a small one. */
export function isKey(key: string): boolean {
  return [...key].length === 1 && /^[^\s\p{C}]$/u.test(key) && key === key.toLowerCase();
}

/**
 * The usual key of what a pressed key does for this account: null where it does nothing any more, itself
 * where it cannot be changed, such as an arrow.
 */
export function usualKeyOf(scope: KeyScope, pressed: string, changed: KeyMap = {}): string | null {
  const key = keyOfEvent(pressed);
  const usual: Readonly<Record<string, string>> = usualKeys[scope];
  const action = Object.entries(keysOf(scope, changed)).find(([, own]) => own === key)?.[0];
  if (action !== undefined) return usual[action] ?? null;
  return Object.values(usual).includes(key) ? null : key;
}

/** The key that does for this account what `usual` does as it comes. */
export function ownKeyOf(scope: KeyScope, usual: string, changed: KeyMap = {}): string {
  const action = Object.entries(usualKeys[scope]).find(([, key]) => key === usual)?.[0];
  return action === undefined ? usual : (keysOf(scope, changed)[action] ?? usual);
}

/** As a key is kept: letters small, whether Shift or Caps Lock made them capitals. */
export function keyOfEvent(key: string): string {
  return [...key].length === 1 ? key.toLowerCase() : key;
}
