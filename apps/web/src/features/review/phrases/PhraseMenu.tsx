import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { IconBlockquote } from '../../../ui/icons/tool-icons.ts';
import { KeepPhrase } from './KeepPhrase.tsx';
import { ManagePhrases } from './ManagePhrases.tsx';
import type { Phrases } from './use-phrases.ts';

interface PhraseMenuProps {
  /** "Impression". */
  section: string;
  /** What stands in the section, for keeping. */
  text: string;
  phrases: Phrases;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onInsert: (text: string) => void;
}

/** The reader's own phrases, beside the section they are inserted into. */
export function PhraseMenu({ section, text, phrases, isOpen, onOpen, onInsert }: PhraseMenuProps) {
  const [asked, setAsked] = useState<'keep' | 'manage' | null>(null);
  const close = () => {
    phrases.clearError();
    setAsked(null);
  };
  return (
    <>
      <Menu opened={isOpen} onChange={onOpen} position="bottom-end" withinPortal returnFocus={false}>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconBlockquote size={14} aria-hidden />}
            aria-label={`Phrases for ${section}`}
            title="Ctrl+. in the text"
          >
            Phrases
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          <Menu.Label>{labelOf(phrases)}</Menu.Label>
          {phrases.all.map(({ id, name, text: phrase }) => (
            <Menu.Item key={id} onClick={() => onInsert(phrase)} title={phrase}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={text.trim() === ''} onClick={() => setAsked('keep')}>
            Keep this text as a phrase…
          </Menu.Item>
          <Menu.Item disabled={phrases.all.length === 0} onClick={() => setAsked('manage')}>
            Rename or delete phrases…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'keep' && <KeepPhrase text={text.trim()} phrases={phrases} onClose={close} />}
      {asked === 'manage' && <ManagePhrases phrases={phrases} onClose={close} />}
    </>
  );
}

function labelOf({ query, all }: Phrases): string {
  if (query.isPending) return 'Loading your phrases…';
  if (query.isError) return 'Your phrases could not be loaded.';
  return all.length === 0 ? 'You have no phrases for this module yet.' : 'Insert';
}
