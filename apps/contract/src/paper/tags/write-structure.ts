import type { jsPDF } from 'jspdf';
import { type Internals, internalsOf } from './internals.ts';
import type { Mark, Structure, Tag } from './structure.ts';
import { textString } from './text-string.ts';

/** Has jsPDF write the tags when it puts the file together: structure tree, parent tree, catalog, pages. */
export function writeStructure(pdf: jsPDF, structure: Structure): void {
  const internals = internalsOf(pdf);
  let root = 0;
  internals.events.subscribe('putPage', ({ pageNumber }) => {
    // The page's place in the parent tree; keys go from field to field in the order of the tags.
    internals.write(`/StructParents ${pageNumber - 1}`);
    internals.write('/Tabs /S');
  });
  internals.events.subscribe('postPutResources', () => {
    root = writeTree(internals, structure.root);
  });
  internals.events.subscribe('putCatalog', () => {
    internals.write('/MarkInfo <</Marked true>>');
    internals.write(`/StructTreeRoot ${root} 0 R`);
  });
}

/** The object number of the tree's root. */
function writeTree(internals: Internals, document: Tag): number {
  const tags = [...allTags(document)];
  const ids = new Map(tags.map((tag) => [tag, internals.newObjectDeferred()]));
  const [root, parents] = [internals.newObjectDeferred(), internals.newObjectDeferred()];
  for (const tag of tags) writeObject(internals, ids.get(tag) ?? 0, tagLines(internals, tag, { ids, root }));
  writeObject(internals, root, [
    '/Type /StructTreeRoot',
    `/K [${ids.get(document)} 0 R]`,
    `/ParentTree ${parents} 0 R`,
  ]);
  writeObject(internals, parents, [`/Nums [${parentTree(tags, ids)}]`]);
  return root;
}

function* allTags(tag: Tag): Generator<Tag> {
  yield tag;
  for (const kid of tag.kids) if (isTag(kid)) yield* allTags(kid);
}

function isTag(kid: Tag | Mark): kid is Tag {
  return 'role' in kid;
}

function tagLines(
  internals: Internals,
  tag: Tag,
  { ids, root }: { ids: ReadonlyMap<Tag, number>; root: number },
): string[] {
  const kids = tag.kids.map((kid) => {
    if (isTag(kid)) return `${ids.get(kid)} 0 R`;
    return `<</Type /MCR /Pg ${internals.getPageInfo(kid.page).objId} 0 R /MCID ${kid.id}>>`;
  });
  const parent = tag.parent === null ? root : ids.get(tag.parent);
  return [
    '/Type /StructElem',
    `/S /${tag.role}`,
    `/P ${parent} 0 R`,
    ...(tag.alt === undefined ? [] : [`/Alt ${textString(tag.alt)}`]),
    ...(tag.spoken === undefined ? [] : [`/ActualText ${textString(tag.spoken)}`]),
    ...(tag.attributes === undefined ? [] : [`/A ${tag.attributes}`]),
    `/K [${kids.join('\n')}]`,
  ];
}

/** For each page the tags of its marks, by the number of the mark. */
function parentTree(tags: readonly Tag[], ids: ReadonlyMap<Tag, number>): string {
  const pages = new Map<number, string[]>();
  for (const tag of tags) {
    for (const kid of tag.kids) {
      if (isTag(kid)) continue;
      const marks = pages.get(kid.page) ?? [];
      marks[kid.id] = `${ids.get(tag)} 0 R`;
      pages.set(kid.page, marks);
    }
  }
  const ordered = [...pages].toSorted(([a], [b]) => a - b);
  return ordered.map(([page, marks]) => `${page - 1} [${marks.join(' ')}]`).join('\n');
}

function writeObject(internals: Internals, id: number, lines: readonly string[]): void {
  internals.newObjectDeferredBegin(id, true);
  internals.write(`<<${lines.join('\n')}>>`);
  internals.write('endobj');
}
