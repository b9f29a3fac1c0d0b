import { Textarea } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { longestText, type Section, sections, sectionWords } from '@second-read/core/review/change';
import { useEffect, useRef, useState } from 'react';
import classes from './Review.module.css';
import type { Wish } from './use-review.ts';

/** What the reader writes beside what was measured. An empty impression is the one that is proposed. */
export function WrittenSections({
  review,
  onChange,
}: {
  review: ReviewReply;
  onChange: (wish: Wish) => void;
}) {
  return (
    <div className={classes.written}>
      {sections.map((section) => (
        <SectionField
          key={section}
          section={section}
          written={review.written[section] ?? ''}
          onWrite={(text) => onChange({ kind: 'write', section, text })}
        />
      ))}
    </div>
  );
}

const keepAfterMs = 1_500;

interface SectionFieldProps {
  section: Section;
  written: string;
  onWrite: (text: string) => void;
}

/** Kept when the reader pauses, and when the field is left. */
function SectionField({ section, written, onWrite }: SectionFieldProps) {
  const [text, setText] = useState(written);
  const [seen, setSeen] = useState(written);
  const [isIn, setIn] = useState(false);
  if (seen !== written) {
    setSeen(written);
    // What another tab or an undo wrote is shown, but never under the reader's own typing.
    if (!isIn) setText(written);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(written);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    sent.current = written;
  }, [written]);
  const keep = (value: string) => {
    clearTimeout(timer.current);
    if (value === sent.current) return;
    sent.current = value;
    onWrite(value);
  };
  return (
    <Textarea
      size="sm"
      label={sectionWords[section]}
      placeholder={section === 'impression' ? 'As the report proposes it' : undefined}
      value={text}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => keep(value), keepAfterMs);
      }}
      onFocus={() => setIn(true)}
      onBlur={() => {
        setIn(false);
        keep(text);
      }}
      maxLength={longestText}
      spellCheck
      autosize
      minRows={section === 'impression' ? 2 : 1}
    />
  );
}
