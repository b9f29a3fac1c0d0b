import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';

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
