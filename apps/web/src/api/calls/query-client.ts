import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** Signed image links expire after some minutes: replies are fresh for less than that. */
const freshForMs = 60_000;

/** One per page. Retries only transient failures. */
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
