import type { Phrase } from '@second-read/contract/phrases';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changePhrase, deletePhrase, keepPhrase, phrasesQuery } from '../../../api/reports/phrases.ts';

/** The reader's phrases of a module, and what can be done with them. */
export function usePhrases(module: string) {
  const client = useQueryClient();
  const query = useQuery(phrasesQuery(module));
  const step = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: ['phrases', module] }),
  });
  return {
    query,
    all: query.data ?? [],
    error: step.error,
    isBusy: step.isPending,
    clearError: step.reset,
    keep: (name: string, text: string) => step.mutateAsync(() => keepPhrase({ module, name, text })),
    change: (id: string, change: Partial<Pick<Phrase, 'name' | 'text'>>) =>
      step.mutateAsync(() => changePhrase(id, change)),
    remove: (id: string) => step.mutateAsync(() => deletePhrase(id)),
  };
}

export type Phrases = ReturnType<typeof usePhrases>;
