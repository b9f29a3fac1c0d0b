import { Textarea } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { longestText, type Section, sections, sectionWords } from '@second-read/core/review/change';
import { useEffect, useRef, useState } from 'react';
import { insertAt } from './phrases/insert-at.ts';
import { PhraseMenu } from './phrases/PhraseMenu.tsx';
import { type Phrases, usePhrases } from './phrases/use-phrases.ts';
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
  const phrases = usePhrases(review.module);
  return (
    <div className={classes.written}>
      {sections.map((section) => (
        <SectionField
          key={section}
          section={section}
          phrases={phrases}
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
  phrases: Phrases;
  written: string;
  onWrite: (text: string) => void;
}

/** Kept when the reader pauses, and when the field is left. */
function SectionField({ section, phrases, written, onWrite }: SectionFieldProps) {
  const [text, setText] = useState(written);
  const [seen, setSeen] = useState(written);
  const [isIn, setIn] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
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
  const insert = (phrase: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = field.current ?? {};
    const next = insertAt(text, phrase, { from, to });
    setTooLong(next.text.length > longestText);
    if (next.text.length > longestText) return;
    setText(next.text);
    keep(next.text);
    // The caret can only be set once the field has the text.
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  return (
    <div className={classes.section}>
      <Textarea
        ref={field}
        onKeyDown={(event) => {
          if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          setMenuOpen(true);
        }}
        size="sm"
        label={sectionWords[section]}
        placeholder={section === 'impression' ? 'As the report proposes it' : undefined}
        value={text}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setText(value);
          setTooLong(false);
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
        error={isTooLong && `The phrase does not fit: a section has at most ${longestText} characters.`}
        autosize
        minRows={section === 'impression' ? 2 : 1}
      />
      <PhraseMenu
        section={sectionWords[section]}
        text={text}
        phrases={phrases}
        isOpen={isMenuOpen}
        onOpen={setMenuOpen}
        onInsert={insert}
      />
    </div>
  );
}
