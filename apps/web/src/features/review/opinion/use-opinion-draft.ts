import { type Opinion, opinionSchema } from '@second-read/core/review/opinion/opinion';
import { useEffect, useState } from 'react';

const empty: Opinion = { category: null, findings: [] };

/** An opinion that is not given yet; a reload of the page does not lose it. */
export function useOpinionDraft(reportId: string) {
  const key = `opinion ${reportId}`;
  const [draft, setDraft] = useState(() => kept(key));
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(draft)), [key, draft]);
  return { draft, setDraft, forget: () => sessionStorage.removeItem(key) };
}

function kept(key: string): Opinion {
  try {
    return opinionSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''));
  } catch {
    return empty;
  }
}
