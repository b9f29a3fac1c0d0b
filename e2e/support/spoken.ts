import type { Page } from '@playwright/test';

/** A node of the accessibility tree as a screen reader meets it. */
export interface Spoken {
  readonly role: string;
  readonly name: string;
  readonly value?: string;
}

/** What Chromium gives to a screen reader, in reading order. */
export async function spoken(page: Page): Promise<Spoken[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read: Spoken[] = [];
  const walk = (id: string) => {
    const node = byId.get(id);
    if (!node) return;
    if (!node.ignored) {
      const value = node.value?.value;
      read.push({
        role: String(node.role?.value ?? ''),
        name: String(node.name?.value ?? '').trim(),
        ...(value !== undefined && { value: String(value) }),
      });
    }
    for (const child of node.childIds ?? []) walk(child);
  };
  const [root] = nodes;
  if (root) walk(root.nodeId);
  return read;
}

const operable =
  /^(button|link|textbox|searchbox|combobox|listbox|option|checkbox|radio|switch|slider|tab|menuitem|spinbutton)$/;

/** What can be operated and says nothing of what it does. */
export function unnamed(nodes: readonly Spoken[]): string[] {
  return nodes.filter(({ role, name }) => operable.test(role) && name === '').map(({ role }) => role);
}

/** Roles and words without what is repeated by the layout of text, one a line. */
export function transcript(nodes: readonly Spoken[]): string {
  return nodes
    .filter(({ role, name }) => name !== '' && role !== 'InlineTextBox')
    .map(({ role, name, value }) => `${role}: ${name}${value ? ` = ${value}` : ''}`)
    .join('\n');
}
