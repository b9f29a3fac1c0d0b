import { Button, Textarea } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { longestText, type Section, sections, sectionWords } from '@second-read/core/review/change';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Answer, WrittenTexts } from './change-queue.ts';
import { insertAt } from './phrases/insert-at.ts';
import { PhraseMenu } from './phrases/PhraseMenu.tsx';
import { type Phrases, usePhrases } from './phrases/use-phrases.ts';
import classes from './Review.module.css';
import type { Wish } from './use-review.ts';

/** What the reader writes beside what was measured. An empty impression is the one that is proposed. */
export function WrittenSections({
  review,
  unkept,
  onChange,
  onAnswer,
}: {
  review: ReviewReply;
  unkept?: WrittenTexts | undefined;
  onChange: (wish: Wish) => void;
  onAnswer: (answer: Answer) => void;
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
          unkept={unkept?.[section]}
          onWrite={(text) => onChange({ kind: 'write', section, text })}
          onAnswer={(over, text) => onAnswer({ section, over, text })}
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
  /** What was not sent, perhaps by a tab that was closed, since another tab wrote meanwhile. */
  unkept: string | undefined;
  onWrite: (text: string) => void;
  /** @param over what the other tab wrote @param text which of the two stays */
  onAnswer: (over: string, text: string) => void;
}

/** Kept when the reader pauses, and when the field is left. */
function SectionField({ section, phrases, written, unkept, onWrite, onAnswer }: SectionFieldProps) {
  const [text, setText] = useState(written);
  const [seen, setSeen] = useState(written);
  /** What this tab sent last: the server has it, or will. */
  const [sent, setSent] = useState(written);
  /** What another tab wrote while something else was typed here. */
  const [theirs, setTheirs] = useState<string | null>(null);
  const [isTooLong, setTooLong] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  if (seen !== written) {
    setSeen(written);
    // What another tab or an undo wrote is shown, but never in place of the reader's own typing.
    if (written !== sent) {
      setSent(written);
      if (text === seen) setText(written);
      else if (text !== written) setTheirs(written);
    }
  }
  const [asked, setAsked] = useState<string>();
  if (asked !== unkept) {
    setAsked(unkept);
    if (unkept !== undefined && unkept !== written) {
      setTheirs(written);
      if (text === written) setText(unkept);
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = (value: string) => {
    clearTimeout(timer.current);
    if (value === sent || theirs !== null) return;
    setSent(value);
    onWrite(value);
  };
  useKeepOnLeaving(text !== sent, () => keep(text));
  const settle = (over: string, value: string) => {
    clearTimeout(timer.current);
    setTheirs(null);
    setText(value);
    onAnswer(over, value);
    setSent(value);
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
        onBlur={() => keep(text)}
        maxLength={longestText}
        spellCheck
        error={isTooLong && `The phrase does not fit: a section has at most ${longestText} characters.`}
        autosize
        minRows={section === 'impression' ? 2 : 1}
      />
      {theirs !== null && (
        <div role="alert" className={classes.theirs}>
          <p className={classes.line}>Written in another tab meanwhile: “{theirs || 'nothing'}”</p>
          <div className={classes.choices}>
            <Button size="compact-sm" variant="default" onClick={() => settle(theirs, theirs)}>
              Take that
            </Button>
            <Button size="compact-sm" onClick={() => settle(theirs, text)}>
              Keep what is here
            </Button>
          </div>
        </div>
      )}
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

/** Keeps what was just typed when the page is left; the browser asks first, in case it is not sent. */
function useKeepOnLeaving(isUnsent: boolean, keep: () => void): void {
  const leave = useEffectEvent(keep);
  useEffect(() => {
    if (!isUnsent) return;
    const ask = (event: BeforeUnloadEvent) => {
      leave();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsent]);
}
