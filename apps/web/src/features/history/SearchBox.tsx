import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isFreeKey } from '../../ui/free-key.ts';
import { useKeySections } from '../../ui/help/key-sections.ts';
import { IconSearch } from '../../ui/icons/frame-icons.ts';

/** How long typing must rest before the server is asked. */
const restMs = 300;

interface SearchBoxProps {
  /** Begins with "Search by Patient ID" and names what else is searched. */
  label: string;
  /** What the list is filtered by now. */
  query: string;
  /** Told the trimmed text when typing rests, at once on Enter and on clearing. */
  onSearch: (query: string) => void;
}

/** Names and accession numbers are found where the site keeps them. Escape clears it. */
export function SearchBox({ label, query, onSearch }: SearchBoxProps) {
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
      label={label}
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
  ['/', 'Search'],
  ['Enter', 'Search at once'],
  ['Esc', 'Clear the search'],
] as const;

/** A slash leads into the field, but for whoever writes one. */
function useSearchKey() {
  const field = useRef<HTMLInputElement>(null);
  useKeySections([{ heading: 'Search', entries: searchKeys }], 'screen');
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || !isFreeKey(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return field;
}
