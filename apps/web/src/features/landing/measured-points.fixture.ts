/** What was measured where the product stands: as reported, with nothing tuned for the occasion. */
export interface OperatingPoint {
  readonly what: string;
  /** Of 100 that are there, how many are named. */
  readonly named: string;
  /** What is said wrongly, with its unit. */
  readonly wrong: string;
  /** On what, and how many. */
  readonly measuredOn: string;
}

type Parts = Readonly<Record<string, unknown>>;

const parts: Parts = {
  ...pick(
    'breast',
    import.meta.glob('../../../../../analyses/breast/model/metrics.json', {
      import: 'masses_by_source',
      eager: true,
    }),
  ),
  ...pick(
    'brain',
    import.meta.glob('../../../../../analyses/brain-ct/model/metrics.json', {
      import: 'haemorrhage',
      eager: true,
    }),
  ),
  ...pick(
    'lung',
    import.meta.glob('../../../../../analyses/lung/model/metrics.json', { import: 'spots', eager: true }),
  ),
  ...pick(
    'cervix',
    import.meta.glob('../../../../../analyses/cervix/model/metrics.json', { import: 'via', eager: true }),
  ),
};

function pick(name: string, found: Readonly<Record<string, unknown>>): Parts {
  return { [name]: Object.values(found)[0] };
}

/** One row per module, on images that its networks had not seen; a missing figure is left out. */
export function operatingPoints(): OperatingPoint[] {
  return [breast(), brain(), lung(), cervix()].filter((point) => point !== null);
}

function breast(): OperatingPoint | null {
  const [named, wrong, masses, images] = numbers(
    'breast/cesm_dm_test/named/value',
    'breast/cesm_dm_test/false_named_per_image/value',
    'breast/cesm_dm_test/named/n',
    'breast/cesm_dm_test/false_named_per_image/n',
  );
  if (named === undefined || wrong === undefined) return null;
  return {
    what: 'Masses on mammograms',
    named: percent(named),
    wrong: `${percent(wrong)} false marks on 100 images`,
    measuredOn: `${masses} masses on ${images} images of a source that the networks have not seen`,
  };
}

function brain(): OperatingPoint | null {
  const [named, wrong, bleeding, clear] = numbers(
    'brain/together/named',
    'brain/together/falsely_named',
    'brain/together/bleeding',
    'brain/together/clear',
  );
  if (named === undefined || wrong === undefined) return null;
  return {
    what: 'Slices of head CT with a hemorrhage',
    named: percent(named),
    wrong: `${percent(wrong)} of 100 slices without one`,
    measuredOn: `${bleeding} slices with one, most of them large, and ${clear} without, of seven sources that the networks have not seen`,
  };
}

/** Nodules of one source; slices of two patients without one, on which more is named than on others. */
function lung(): OperatingPoint | null {
  const [named, wrong, nodules, slices] = numbers(
    'lung/msd_tumour/sensitivity_as_reported',
    'lung/luna_normal/named_on_slices_without',
    'lung/msd_tumour/nodules',
    'lung/luna_normal/slices',
  );
  if (named === undefined || wrong === undefined) return null;
  return {
    what: 'Nodules and masses on chest CT',
    named: percent(named),
    wrong: `${percent(wrong)} of 100 slices without one`,
    measuredOn: `${nodules} nodules and ${slices} slices without one, of patients that the networks have not seen`,
  };
}

function cervix(): OperatingPoint | null {
  const [named, specificity, images] = numbers(
    'cervix/sensitivity_lesion_reported/value',
    'cervix/specificity_lesion_reported/value',
    'cervix/auc_lesion/n',
  );
  if (named === undefined || specificity === undefined) return null;
  return {
    what: 'Cervix images with a lesion',
    named: percent(named),
    wrong: `${percent(1 - specificity)} of 100 images without one`,
    measuredOn: `${images} images, by cases that the networks have not seen`,
  };
}

/** A share as a number of 100. */
function percent(share: number): string {
  return String(Math.round(share * 100));
}

function numbers(...paths: readonly string[]): (number | undefined)[] {
  return paths.map((path) => {
    const found = path.split('/').reduce<unknown>((at, key) => (isGroup(at) ? at[key] : undefined), parts);
    return typeof found === 'number' ? found : undefined;
  });
}

function isGroup(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null;
}
