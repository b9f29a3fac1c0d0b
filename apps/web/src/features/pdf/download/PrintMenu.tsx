import { Button, Checkbox, Popover, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { IconPrinter } from '../../../ui/icons/tool-icons.ts';
import { keepPrintOptions, type PrintOptions, printOptions } from './print-options.ts';

/** On which paper PDFs are drawn, and whether they speak to the patient as well; kept in this browser. */
export function PrintMenu({ fullWidth = false }: { fullWidth?: boolean }) {
  const [options, setOptions] = useState<PrintOptions>(printOptions);
  const change = (changed: Partial<PrintOptions>) => {
    const next = { ...options, ...changed };
    keepPrintOptions(next);
    setOptions(next);
  };
  return (
    <Popover position="bottom-end" shadow="md" width={288} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          fullWidth={fullWidth}
          {...(fullWidth && { px: 8 })}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          PDF options
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Radio.Group
            label="Paper"
            value={options.paper}
            onChange={(paper) => change({ paper: paper === 'letter' ? 'letter' : 'a4' })}
          >
            <Stack gap={6} mt={4}>
              <Radio value="a4" label="A4" />
              <Radio value="letter" label="Letter" />
            </Stack>
          </Radio.Group>
          <Checkbox
            checked={options.plainWords}
            onChange={(event) => change({ plainWords: event.currentTarget.checked })}
            label="Summary in plain words for the patient"
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
