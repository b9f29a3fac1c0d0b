import type { Outline } from '@second-read/core/reading/outline';
import { useRef, useState } from 'react';

/** What is being drawn. */
export interface Draft {
  /** Whether something would be lost. */
  readonly isChanged: boolean;
  /** Null while there is nothing to keep: a polygon is open, or all was erased. */
  readonly outline: Outline | null;
}

/** Asks before a drawing that is not kept is left for another picture or finding. */
export function useLeaving() {
  const draft = useRef<Draft | null>(null);
  const [wanted, setWanted] = useState<{ readonly go: () => void; readonly outline: Outline | null } | null>(
    null,
  );
  return {
    /** Where the reader wants to go, while it is asked. */
    wanted,
    follow: (next: Draft | null) => {
      draft.current = next;
    },
    leave: (go: () => void) => {
      if (draft.current?.isChanged) setWanted({ go, outline: draft.current.outline });
      else go();
    },
    stay: () => setWanted(null),
    /** The drawing was kept, or is not wanted. */
    go: () => {
      draft.current = null;
      setWanted(null);
      wanted?.go();
    },
  };
}

export type Leaving = ReturnType<typeof useLeaving>;
