import { namesAgent } from '../decode/dicom/contrast-agent.ts';
import { Damaged } from '../decode/dicom/dataset/damaged.ts';
import {
  type ElementHeader,
  item,
  itemEnd,
  namesVr,
  readElementHeader,
  sequenceEnd,
  undefinedLength,
  type Writing,
} from '../decode/dicom/dataset/element-header.ts';
import { patientIdText } from '../decode/dicom/patient-id.ts';
import type { FileIdentity } from '../patient/file-identity.ts';
import { identityOfTexts } from '../patient/identity-of-texts.ts';
import { type DeclaredFacts, declaredFactsOf } from './declared-facts.ts';
import type { HeadFacts } from './head-facts.ts';

/** The study and instance that a file claims to be. Texts without padding; empty if absent. */
export interface InstanceIdentity {
  readonly sopClassUid: string;
  readonly sopInstanceUid: string;
  readonly studyUid: string;
  readonly seriesUid: string;
  /** What slices of one space share; missing where the file names none. */
  readonly frameOfReferenceUid?: string;
  readonly patientId: string;
  /** What distinguishes patients and studies; missing where the file says nothing of it. */
  readonly named?: FileIdentity;
  readonly request?: RequestTexts;
  readonly declared?: DeclaredFacts;
  /** `M`, `F` or `O`; missing where the file says nothing of it. */
  readonly sex?: string;
  /** `054Y`, `009M`; missing where the file says nothing of it. */
  readonly age?: string;
  /** As DICOM writes them: `20071122`, `103000.5`, `+0100`. */
  readonly studyDate: string;
  readonly studyTime: string;
  readonly utcOffset: string;
}

/** What the file says of the request it was made for. */
export interface RequestTexts {
  readonly accessionNumber?: string | undefined;
  readonly referringPhysician?: string | undefined;
  readonly studyDescription?: string | undefined;
}

type Wanted =
  | Exclude<keyof InstanceIdentity, 'named' | 'request' | 'declared'>
  | keyof RequestTexts
  | 'name'
  | 'issuer'
  | 'birthDate'
  | 'charset'
  | 'acquisitionDate'
  | 'acquisitionTime'
  | 'contrastAgent'
  | 'kernel'
  | 'seriesDescription';

const wanted: ReadonlyMap<number, Wanted> = new Map([
  [0x00080005, 'charset'],
  [0x00080016, 'sopClassUid'],
  [0x00080018, 'sopInstanceUid'],
  [0x00080020, 'studyDate'],
  [0x00080022, 'acquisitionDate'],
  [0x00080030, 'studyTime'],
  [0x00080032, 'acquisitionTime'],
  [0x00080050, 'accessionNumber'],
  [0x00080090, 'referringPhysician'],
  [0x00080201, 'utcOffset'],
  [0x00081030, 'studyDescription'],
  [0x0008103e, 'seriesDescription'],
  [0x00100010, 'name'],
  [0x00100020, 'patientId'],
  [0x00100021, 'issuer'],
  [0x00100030, 'birthDate'],
  [0x00100040, 'sex'],
  [0x00101010, 'age'],
  [0x00180010, 'contrastAgent'],
  [0x00181210, 'kernel'],
  [0x0020000d, 'studyUid'],
  [0x0020000e, 'seriesUid'],
  [0x00200052, 'frameOfReferenceUid'],
]);
const lastWanted = 0x00200052;
/** Of enhanced images, where others name the agent in (0018,0010). */
const contrastAgentSequence = 0x00180012;
/** Of a sequence without items: its end alone. */
const emptySequenceBytes = 8;
const longestText = 1024;
const longestName = 256;
const deepest = 16;
const maxElements = 100_000;

/**
 * Reads a DICOM file's identity from the beginning of its data set (inflated), without its pixels.
 * Undefined if the bytes are damaged or end before the series UID.
 */
export function readIdentity(
  bytes: Uint8Array,
  facts: Pick<HeadFacts, 'offset' | 'writing'>,
): InstanceIdentity | undefined {
  try {
    const found = new IdentityReader(bytes, facts.offset, facts.writing).read();
    const text = (name: Wanted) => found.get(name) ?? '';
    const characterSets = text('charset').split('\\');
    const frameOfReferenceUid = text('frameOfReferenceUid');
    const [sex, age] = [text('sex'), text('age')];
    const named = identityOfTexts(
      {
        patientId: found.get('patientId'),
        issuer: found.get('issuer'),
        name: found.get('name'),
        birthDate: found.get('birthDate'),
        studyUid: found.get('studyUid'),
      },
      characterSets,
    );
    const request = requestOf(found, characterSets);
    const declared = declaredFactsOf(Object.fromEntries(found));
    return {
      ...(named && { named }),
      ...(request && { request }),
      ...(declared && { declared }),
      ...(sex !== '' && { sex }),
      ...(age !== '' && { age }),
      ...(frameOfReferenceUid !== '' && { frameOfReferenceUid }),
      sopClassUid: text('sopClassUid'),
      sopInstanceUid: text('sopInstanceUid'),
      studyUid: text('studyUid'),
      seriesUid: text('seriesUid'),
      patientId: patientIdText(text('patientId'), characterSets) ?? '',
      studyDate: text('studyDate'),
      studyTime: text('studyTime'),
      utcOffset: text('utcOffset'),
    };
  } catch (error) {
    if (error instanceof Damaged || error instanceof RangeError) return undefined;
    throw error;
  }
}

function requestOf(
  found: ReadonlyMap<Wanted, string>,
  characterSets: readonly string[],
): RequestTexts | undefined {
  const texts = {
    accessionNumber: patientIdText(found.get('accessionNumber'), characterSets),
    referringPhysician: patientIdText(found.get('referringPhysician'), characterSets, longestName, {
      isName: true,
    }),
    studyDescription: patientIdText(found.get('studyDescription'), characterSets),
  };
  return Object.values(texts).some((text) => text !== undefined) ? texts : undefined;
}

/** Walks the outermost elements up to the last that is wanted; what lies in sequences is passed over. */
class IdentityReader {
  private readonly view: DataView;
  private elementsLeft = maxElements;

  constructor(
    private readonly bytes: Uint8Array,
    private position: number,
    private readonly writing: Writing,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(): Map<Wanted, string> {
    const found = new Map<Wanted, string>();
    try {
      return this.readInto(found);
    } catch (error) {
      // What follows the series does without.
      if (found.has('seriesUid') && (error instanceof Damaged || error instanceof RangeError)) return found;
      throw error;
    }
  }

  private readInto(found: Map<Wanted, string>) {
    for (;;) {
      const { tag, vr, length } = this.readHeader(this.writing);
      // A delimiter that ends nothing.
      if (tag >= item && length === 0) continue;
      if (tag > lastWanted) return found;
      const name = wanted.get(tag);
      const isText = name !== undefined && length !== undefinedLength && !found.has(name);
      const text = isText ? this.text(length) : '';
      const from = this.position;
      this.skip({ vr, length }, this.writing, 0);
      const isCoded = tag === contrastAgentSequence && this.position - from > emptySequenceBytes;
      if (isCoded && !namesAgent(found.get('contrastAgent'))) found.set('contrastAgent', 'coded');
      if (isText) found.set(name, text);
      if (tag === lastWanted) return found;
    }
  }

  private text(length: number): string {
    const value = this.bytes.subarray(this.position, this.position + Math.min(length, longestText));
    return String.fromCharCode(...value).replace(/^[\0 ]+|[\0 ]+$/g, '');
  }

  private skip({ vr, length }: Pick<ElementHeader, 'vr' | 'length'>, writing: Writing, depth: number): void {
    if (length === undefinedLength) {
      // Of unknown representation: written implicitly inside (PS3.5 6.2.2), or unknown in name alone.
      const isNamed = vr !== 'UN' || (writing.isExplicit && namesVr(this.view, this.position + 8));
      this.skipItems(isNamed ? writing : { isExplicit: false, isLittleEndian: true }, depth + 1);
      return;
    }
    if (length > this.bytes.length - this.position) throw new Damaged('corrupt_file', 'ends too early');
    this.position += length;
  }

  private skipItems(writing: Writing, depth: number): void {
    if (depth > deepest) throw new Damaged('corrupt_file', 'nested too deeply');
    for (;;) {
      const { tag, length } = this.readHeader(writing);
      if (tag === sequenceEnd) return;
      if (tag === itemEnd) continue;
      if (tag !== item) throw new Damaged('corrupt_file', 'no item where one is due');
      if (length !== undefinedLength) this.skip({ vr: '', length }, writing, depth);
      else this.skipElements(writing, depth);
    }
  }

  private skipElements(writing: Writing, depth: number): void {
    for (;;) {
      const header = this.readHeader(writing);
      if (header.tag === itemEnd) return;
      this.skip(header, writing, depth);
    }
  }

  private readHeader(writing: Writing): ElementHeader {
    if (this.elementsLeft-- <= 0) throw new Damaged('corrupt_file', 'too many elements');
    const header = readElementHeader(this.view, this.position, this.bytes.length, writing);
    this.position = header.valueAt;
    return header;
  }
}
