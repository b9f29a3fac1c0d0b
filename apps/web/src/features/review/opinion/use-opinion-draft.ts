import { type Opinion, opinionSchema } from '@second-read/core/review/opinion/opinion';
import { useEffect, useState } from 'react';
import { accountItem } from '../../../storage/browser-storage.ts';

const empty: Opinion = { category: null, findings: [] };

/** An opinion that is not given yet; a reload of the page does not lose it. */
export function useOpinionDraft(reportId: string) {
  const [item] = useState(() => accountItem('opinion', undefined, reportId));
  const [draft, setDraft] = useState(() => parse(item.read()));
  useEffect(() => item.write(JSON.stringify(draft)), [item, draft]);
  return { draft, setDraft, forget: () => item.write(null) };
}

function parse(text: string | null): Opinion {
  try {
    return opinionSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return empty;
  }
}
