import type { MammogramFacts, MammogramModifier } from '../study.ts';
import type { Dataset } from './dataset/dataset.ts';
import { modifierCodes, viewCodes } from './mammogram-codes.ts';

/** The view by its code; undefined where the file has none, or one that is not of a breast's view. */
export function codedViewOf(dataset: Dataset): string | undefined {
  return viewCodes[dataset.items('viewCodeSequence')[0]?.text('codeValue')?.toUpperCase() ?? ''];
}

/** Undefined for files of other modalities. */
export function mammogramFacts(dataset: Dataset): MammogramFacts | undefined {
  if (dataset.text('modality') !== 'MG') return undefined;
  const implant = dataset.text('breastImplantPresent');
  const side = dataset.text('imageLaterality') ?? dataset.text('laterality');
  return {
    modifiers: modifiersOf(dataset),
    ...(implant === 'YES' || implant === 'NO' ? { hasImplant: implant === 'YES' } : {}),
    isPartial: dataset.text('partialView') === 'YES',
    isRaw: dataset.text('presentationIntent') === 'FOR PROCESSING',
    showsBothBreasts: side === 'B',
    magnification: dataset.number('magnificationFactor'),
  };
}

/** They belong into the item of the view; some files have them beside it. */
function modifiersOf(dataset: Dataset): MammogramModifier[] {
  const coded = dataset.items('viewCodeSequence');
  const items = [...coded, ...[...coded, dataset].flatMap((part) => part.items('viewModifierCodeSequence'))];
  const found = items.flatMap((item) => modifierCodes[item.text('codeValue')?.toUpperCase() ?? ''] ?? []);
  return [...new Set(found)];
}
