import type { Code } from '../../../reading/code.ts';
import type { ExportRecord, InstanceName, SourceInstance } from '../../export-record.ts';
import { codeItem, instanceItem, sourceItem } from '../common-modules.ts';
import type { DataSet } from '../data-set.ts';
import { plainText } from '../fit-text.ts';

/** How a content item belongs to the one that holds it (PS3.3 C.17.3.2.4). */
export type Relationship =
  | 'CONTAINS'
  | 'HAS CONCEPT MOD'
  | 'HAS OBS CONTEXT'
  | 'HAS ACQ CONTEXT'
  | 'HAS PROPERTIES'
  | 'INFERRED FROM'
  | 'SELECTED FROM';

export interface ContentItem {
  readonly valueType: string;
  readonly name?: Code;
  readonly value: DataSet;
  readonly children: readonly DataSet[];
}

export type Child = readonly [Relationship, ContentItem];
type Children = readonly Child[];

export function container(name: Code, children: Children, template?: string): ContentItem {
  const value: DataSet = {
    ContinuityOfContent: 'SEPARATE',
    ...(template !== undefined && {
      ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: template }],
    }),
  };
  return { valueType: 'CONTAINER', name, value, children: related(children) };
}

export function codeValue(name: Code, value: Code, children: Children = []): ContentItem {
  return {
    valueType: 'CODE',
    name,
    value: { ConceptCodeSequence: [codeItem(value)] },
    children: related(children),
  };
}

/** An empty text is not allowed: it becomes a dash. */
export function textValue(name: Code, value: string, children: Children = []): ContentItem {
  const text = { TextValue: plainText(value) || '-' };
  return { valueType: 'TEXT', name, value: text, children: related(children) };
}

export function uidValue(name: Code, UID: string): ContentItem {
  return { valueType: 'UIDREF', name, value: { UID }, children: [] };
}

export function numberValue(name: Code, value: number, unit: Code, children: Children = []): ContentItem {
  const measured = { NumericValue: value, MeasurementUnitsCodeSequence: [codeItem(unit)] };
  return {
    valueType: 'NUM',
    name,
    value: { MeasuredValueSequence: [measured] },
    children: related(children),
  };
}

/** Graphic of `SCOORD` in pixels of the picture, x and y in turn, drawn on the image item. */
export function coordinates(
  name: Code,
  type: 'POINT' | 'POLYLINE' | 'ELLIPSE',
  points: readonly number[],
  image: ContentItem,
): ContentItem {
  return {
    valueType: 'SCOORD',
    name,
    value: { GraphicData: points, GraphicType: type },
    children: related([['SELECTED FROM', image]]),
  };
}

export interface ImageReference {
  readonly name?: Code;
  readonly segmentNumber?: number;
  readonly children?: Children;
}

export function image(record: ExportRecord, instance: InstanceName, of: ImageReference = {}): ContentItem {
  const { name, segmentNumber, children = [] } = of;
  const reference: DataSet = {
    ...instanceItem(record, instance),
    ...(segmentNumber !== undefined && { ReferencedSegmentNumber: segmentNumber }),
  };
  return {
    valueType: 'IMAGE',
    ...(name && { name }),
    value: { ReferencedSOPSequence: [reference] },
    children: related(children),
  };
}

/** An instance of the exam, which is in the archive. */
export function instanceImage(
  instance: SourceInstance,
  { name, children = [] }: Pick<ImageReference, 'name' | 'children'> = {},
): ContentItem {
  const value = { ReferencedSOPSequence: [sourceItem(instance)] };
  return { valueType: 'IMAGE', ...(name && { name }), value, children: related(children) };
}

function related(children: Children): DataSet[] {
  return children.map(([RelationshipType, item]) => ({ RelationshipType, ...contentOf(item) }));
}

/** The attributes of an item without its relationship, as the root of a document has them. */
export function contentOf({ valueType, name, value, children }: ContentItem): DataSet {
  return {
    ValueType: valueType,
    ...(name && { ConceptNameCodeSequence: [codeItem(name)] }),
    ...value,
    ...(children.length > 0 && { ContentSequence: children }),
  };
}
