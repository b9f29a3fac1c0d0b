import { Button, Menu } from '@mantine/core';
import { rejectReasons, rejectReasonWords } from '@second-read/core/review/change';
import { IconX } from '../../ui/icons/frame-icons.ts';
import type { ListedFinding } from './listed-findings.ts';
import type { Wish } from './use-review.ts';

interface RejectMenuProps {
  listed: ListedFinding;
  onChange: (wish: Wish) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Rejects a finding, for a reason of the list; the digits are the keys of the reasons. */
export function RejectMenu({ listed: { finding, label }, onChange, isOpen, onOpen }: RejectMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal opened={isOpen} onChange={onOpen}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          aria-label={`Reject ${label}`}
        >
          Reject
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {rejectReasons.map((reason, at) => (
          <Menu.Item
            key={reason}
            rightSection={<kbd aria-hidden>{at + 1}</kbd>}
            onClick={() => onChange({ kind: 'reject', finding: finding.id, reason })}
          >
            {rejectReasonWords[reason]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
