import { useEffect, useSyncExternalStore } from 'react';
import { Followers } from '../../storage/followers.ts';

/** Keys that belong together, as the help lists them. */
export interface KeySection {
  readonly heading: string;
  readonly entries: readonly (readonly [key: string, does: string])[];
  /** When they work, where that is not plain. */
  readonly note?: string;
}

interface Listed {
  readonly sections: readonly KeySection[];
  readonly rank: number;
}

interface Help {
  readonly sections: readonly KeySection[];
  readonly isOpen: boolean;
}

const listed = new Set<Listed>();
const followers = new Followers();
let help: Help = { sections: [], isOpen: false };

function show(isOpen: boolean): void {
  help = { sections: inOrder([...listed]), isOpen };
  followers.tell();
}

/** By rank; keys that two parts of the screen share, as two viewers do, stand there once. */
export function inOrder(all: readonly Listed[]): KeySection[] {
  const byHeading = new Map<string, KeySection>();
  for (const { sections } of all.toSorted((a, b) => a.rank - b.rank))
    for (const section of sections) {
      const before = byHeading.get(section.heading)?.entries ?? [];
      const isNew = ([key]: readonly [string, string]) => !before.some(([known]) => known === key);
      byHeading.set(section.heading, { ...section, entries: [...before, ...section.entries.filter(isNew)] });
    }
  return [...byHeading.values()].filter(({ entries }) => entries.length > 0);
}

/** Lists keys in the help as long as the component stands; what is of the screen itself comes first. */
export function useKeySections(sections: readonly KeySection[], of: 'screen' | 'part' = 'part'): void {
  const text = JSON.stringify(sections);
  useEffect(() => {
    const own: Listed = { sections: JSON.parse(text), rank: of === 'screen' ? 0 : 1 };
    listed.add(own);
    show(help.isOpen);
    return () => {
      listed.delete(own);
      show(help.isOpen);
    };
  }, [text, of]);
}

/** What the help shows now, and whether it is open. */
export function useKeyHelp(): Help {
  return useSyncExternalStore(
    followers.follow,
    () => help,
    () => help,
  );
}

export function openKeyHelp(): void {
  show(true);
}

export function closeKeyHelp(): void {
  if (help.isOpen) show(false);
}
