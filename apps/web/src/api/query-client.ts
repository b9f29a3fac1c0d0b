import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** Signed image links live some minutes: replies are taken as fresh for less than that. */
const freshForMs = 60_000;

/** One per page. Retries only what a second try can mend. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshForMs, retry: shouldRetry, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= 1) return false;
  return error instanceof ApiError && (error.status === null || error.status >= 500);
}
