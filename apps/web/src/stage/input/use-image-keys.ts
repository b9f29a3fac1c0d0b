import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isUntaken } from '../../ui/free-key.ts';

/** A key as it is pressed on the images or beside them. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'preventDefault'
>;

/** The images that were pointed at, or had the focus, last: of two beside each other they have the keys. */
let latest: Element | null = null;

const images = '[data-image-keys]';

/** What moves a focused control, or scrolls the page, is left to it. */
const isLetter = (key: string) => key.length === 1 && key !== ' ';

/**
 * Gives the images in `root` the keys that are pressed elsewhere on the screen: letters and digits wherever
 * the focus is, arrows where nothing has it and nothing scrolls. `root`, or what it is in, has the attribute
 * `data-image-keys`; the images themselves listen to their own keys.
 */
export function useImageKeys(root: RefObject<HTMLElement | null>, onKey: (event: PressedKey) => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isUntaken(event) || !ownerOf(event.target)?.contains(root.current)) return;
    if (isLetter(event.key) ? event.key !== '?' : isIdle(event.target)) onKey(event);
  });
  useEffect(() => {
    const at = root.current?.closest(images);
    const touched = () => {
      latest = at ?? null;
    };
    const listen = (event: KeyboardEvent) => pressed(event);
    for (const kind of ['pointerdown', 'focusin']) at?.addEventListener(kind, touched, true);
    window.addEventListener('keydown', listen);
    return () => {
      for (const kind of ['pointerdown', 'focusin']) at?.removeEventListener(kind, touched, true);
      window.removeEventListener('keydown', listen);
    };
  }, [root]);
}

function ownerOf(target: EventTarget | null): Element | null {
  const within = target instanceof Element ? target.closest(images) : null;
  return within ?? (latest?.isConnected ? latest : document.querySelector(images));
}

function isIdle(target: EventTarget | null): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return target === document.body && scrollHeight <= clientHeight;
}
