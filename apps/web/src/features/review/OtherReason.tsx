import { TextInput } from '@mantine/core';
import { longestReason } from '@second-read/core/review/change';
import { useState } from 'react';
import type { ListedFinding } from './listed-findings.ts';
import type { Wish } from './use-review.ts';

interface OtherReasonProps {
  listed: ListedFinding;
  onChange: (wish: Wish) => void;
}

/** Why a finding is rejected, where no reason of the list fits; kept when the field is left, or by Enter. */
export function OtherReason({ listed: { finding, label, decision }, onChange }: OtherReasonProps) {
  const known = decision?.text ?? '';
  const [text, setText] = useState(known);
  const [seen, setSeen] = useState(known);
  // What is on its way to the server is not known yet.
  const [sent, setSent] = useState(known);
  if (seen !== known) {
    setSeen(known);
    setText(known);
    setSent(known);
  }
  const keep = () => {
    const told = text.trim();
    if (told === sent) return;
    setSent(told);
    const words = told === '' ? {} : { text: told };
    onChange({ kind: 'reject', finding: finding.id, reason: 'other', ...words });
  };
  return (
    <TextInput
      size="xs"
      label="Reason in words"
      aria-label={`Why ${label} is rejected`}
      spellCheck
      maxLength={longestReason}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
}
