import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useKeySections } from '../../ui/help/key-sections.ts';

/** How long typing must rest before the server is asked. */
const restMs = 300;

interface SearchBoxProps {
  /** What the list is filtered by now. */
  query: string;
  /** Told the trimmed text when typing rests, at once on Enter and on clearing. */
  onSearch: (query: string) => void;
}

/** "Search by Patient ID". Escape clears it. */
export function SearchBox({ query, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const [shown, setShown] = useState(query);
  const field = useSearchKey();
  // The address may change from outside (back, a link): the box then follows it.
  if (query !== shown) {
    setShown(query);
    if (query !== text.trim()) setText(query);
  }
  const searchLater = useDebouncedCallback((next: string) => onSearch(next.trim()), restMs);
  const searchNow = (next: string) => {
    searchLater.cancel();
    setText(next);
    onSearch(next.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') searchNow(text);
    if (event.key === 'Escape') searchNow('');
  };
  return (
    <TextInput
      ref={field}
      type="search"
      label="Search by Patient ID"
      placeholder="Search by Patient ID"
      value={text}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton aria-label="Clear search" onClick={() => searchNow('')} />}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        searchLater(event.currentTarget.value);
      }}
    />
  );
}

const searchKeys = [
  ['/', 'Search by patient ID'],
  ['Enter', 'Search at once'],
  ['Esc', 'Clear the search'],
] as const;

/** A slash leads into the field, but for whoever writes one. */
function useSearchKey() {
  const field = useRef<HTMLInputElement>(null);
  useKeySections([{ heading: 'Search', entries: searchKeys }], 'screen');
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, select, textarea, [role="dialog"]'))
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return field;
}
