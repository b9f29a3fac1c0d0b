import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/calls/errors.ts';
import type { BatchSlice } from '../run/batch-order.ts';
import { type SeriesText, searchSeries } from './series-text.ts';

export type TextState =
  | { readonly status: 'searching' }
  | { readonly status: 'searched'; readonly text: SeriesText }
  | { readonly status: 'failed'; readonly message: string };

/** Looks for text in a series as long as it is shown; `again` after a failure. */
export function useSeriesText(manifest: ModuleManifest, slices: readonly BatchSlice[]) {
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<TextState>({ status: 'searching' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt searches anew
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState({ status: 'searching' });
    searchSeries({ manifest, slices, signal }).then(
      (text) => !signal.aborted && setState({ status: 'searched', text }),
      (error: unknown) => !signal.aborted && setState({ status: 'failed', message: messageOf(error) }),
    );
    return () => controller.abort();
  }, [manifest, slices, attempt]);
  return { state, again: () => setAttempt(attempt + 1) };
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  console.error('The series could not be searched for text', error);
  return 'The files could not be read.';
}
