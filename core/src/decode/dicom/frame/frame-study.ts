import { luminance } from '../../../pixels/color/luminance.ts';
import { type GreyPlane, greyPlane } from '../../../pixels/plane.ts';
import { greyness } from '../../grey-rgb.ts';
import type { SourceFacts, Study } from '../../study.ts';
import { contrastAgent } from '../contrast-agent.ts';
import type { ImageDescription } from '../image-description.ts';
import { imageDirections } from '../image-directions.ts';
import { mammogramFacts } from '../mammogram-facts.ts';
import { ageYears } from '../patient-age.ts';
import { patientId } from '../patient-id.ts';
import { pixelAspect, pixelSpacing } from '../pixel-spacing.ts';
import type { DicomFile } from '../read-file.ts';
import { saysBurnedIn } from '../says-burned-in.ts';
import { sideOf, viewOf } from '../side-and-view.ts';
import { frameColour } from './frame-colour.ts';
import { frameGrey } from './frame-grey.ts';
import type { StoredFrame } from './stored-frame.ts';

/**
 * Whether a frame's values are brightness: one sample and no palette, whatever its declared interpretation.
 */
export function isGreyFrame({ samplesPerPixel, photometric }: StoredFrame): boolean {
  return samplesPerPixel === 1 && photometric !== 'PALETTE COLOR';
}

/** A decoded frame and its attributes to a study. Throws `Damaged` for colour spaces that are not read. */
export function frameStudy(
  file: DicomFile,
  image: ImageDescription,
  frame: StoredFrame,
  index: number,
): Study {
  const { dataset } = file;
  const facts = {
    width: frame.columns,
    height: frame.rows,
    spacing: pixelSpacing(dataset, index),
    pixelAspect: pixelAspect(dataset),
    source: sourceFacts(file, image, index),
  };
  if (isGreyFrame(frame)) {
    return {
      ...facts,
      ...frameGrey(frame, image, dataset, index),
      bitsStored: Math.min(32, image.bitsStored),
    };
  }
  const colour = frameColour(frame, dataset);
  const grey = deepLuminance(frame) ?? luminance(colour);
  const isGrey = greyness(colour.data) !== 'colour';
  return { ...facts, quantity: 'relative', bitsStored: 8, grey, colour: isGrey ? undefined : colour };
}

/**
 * Luma of RGB of more than 8 bits, 0 to 255 with its fractions: the colours that are displayed keep 8 bits.
 */
function deepLuminance(frame: StoredFrame): GreyPlane | undefined {
  const { values, photometric, bitsStored, columns, rows } = frame;
  if (photometric !== 'RGB' || bitsStored <= 8) return undefined;
  const scale = 255 / (2 ** bitsStored - 1);
  const grey = greyPlane(columns, rows);
  for (let i = 0, j = 0; i < grey.data.length; i++, j += 3) {
    const [red = 0, green = 0, blue = 0] = [values[j], values[j + 1], values[j + 2]];
    grey.data[i] = scale * (0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return grey;
}

function sourceFacts({ dataset, syntax }: DicomFile, image: ImageDescription, frame: number): SourceFacts {
  return {
    format: 'dicom',
    transferSyntax: syntax.uid,
    frames: image.frames,
    frame,
    modality: dataset.text('modality'),
    bodyPart: dataset.text('bodyPartExamined'),
    laterality: sideOf(dataset),
    view: viewOf(dataset),
    directions: imageDirections(dataset, frame),
    patientId: patientId(dataset),
    ageYears: ageYears(dataset),
    hasContrast: contrastAgent(dataset) !== undefined,
    sliceThicknessMm: dataset.number('sliceThickness'),
    instanceNumber: dataset.number('instanceNumber'),
    mammogram: mammogramFacts(dataset),
    saysBurnedIn: saysBurnedIn(dataset),
  };
}
