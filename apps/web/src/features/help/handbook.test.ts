import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTasks, helpPageIds, helpPages, pictureUrl } from './pages.ts';
import type { Block, Span } from './parse-page.ts';

const root = join(import.meta.dirname, '../../../../..');

/** All words of the screens: sources without tests and without the handbook. */
const sources = ['apps/web/src', 'core/src/roles', 'analyses']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|features.help/.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  )
  .join('\n')
  .replaceAll(/\s+/g, ' ');

const blocks = helpPageIds.flatMap((id) => [
  ...helpPages[id].lead,
  ...helpPages[id].sections.flatMap((section) => section.blocks),
]);

function spansOf(block: Block): readonly Span[] {
  if (block.kind === 'paragraph') return block.spans;
  if (block.kind === 'table') return block.rows.flat(2);
  return 'items' in block ? block.items.flat() : [];
}

describe('the handbook', () => {
  it('names buttons and screens as the product does', () => {
    const labels = blocks.flatMap(spansOf).filter(({ kind }) => kind === 'strong');
    expect(labels.length).toBeGreaterThan(40);
    expect(labels.map(({ text }) => text).filter((text) => !sources.includes(text))).toEqual([]);
  });

  it('names variables that the server reads, and commands that exist', () => {
    const settings = readFileSync(join(root, 'docs/settings.md'), 'utf8');
    const texts = blocks.flatMap((block) =>
      block.kind === 'code' ? [block.text] : spansOf(block).map(({ text }) => text),
    );
    const variables = texts.flatMap((text) => text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []);
    expect(variables.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
    const admin = readdirSync(join(root, 'apps/server/src/admin'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('-commands.ts'))
      .map((file) => readFileSync(join(root, 'apps/server/src/admin', file), 'utf8'))
      .join('\n');
    const commands = texts.flatMap((text) =>
      [...text.matchAll(/admin -- ([a-z]+ [a-z]+)/g)].map(([, name]) => name),
    );
    expect(commands.length).toBeGreaterThan(4);
    expect(commands.filter((name) => !admin.includes(`'${name}`))).toEqual([]);
  });

  it('has no task without a test that follows it', () => {
    const rows = readFileSync(join(root, 'docs/acceptance.md'), 'utf8').split('## 13 Handbook')[1] ?? '';
    const named = [...rows.matchAll(/^\| 13\.\d+ \| \w+: (.+?) \|.* › /gm)].map(([, task]) => task);
    // Headings that begin with "What" explain.
    const headings = helpPageIds.flatMap((id) => helpPages[id].sections.map(({ heading }) => heading));
    expect(named.toSorted()).toEqual(headings.filter((each) => !each.startsWith('What ')).toSorted());
  });

  it('shows pictures that exist', () => {
    const files = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(pictureUrl(file), file).toBeTruthy();
  });

  it('is searched by all words, in every page', () => {
    const found = (search: string) => findTasks(search).map(({ page, section }) => [page, section.id]);
    expect(found('submarine')).toEqual([]);
    expect(found('every night back')).toContainEqual(['it', 'back-up-every-night']);
    expect(found('ACETIC')).toEqual([['phone', 'take-images']]);
    expect(found('')).toEqual([]);
  });

  it('fits on twelve pages', () => {
    const words = helpPageIds.map((id) =>
      readFileSync(join(root, `docs/handbook/${id}.md`), 'utf8').split(/\s+/),
    );
    expect(words.flat().length).toBeLessThan(12 * 450);
  });
});
