import type { Dataset } from './dataset/dataset.ts';

/**
 * Contrast/Bolus Agent, of enhanced images by its code; undefined where there is none, or the file says
 * that none was given.
 */
export function contrastAgent(dataset: Dataset): string | undefined {
  const coded = dataset.items('contrastAgentSequence').map((agent) => agent.text('codeMeaning') ?? 'coded');
  return [dataset.text('contrastAgent'), ...coded].find(namesAgent);
}

export function namesAgent(text: string | undefined): text is string {
  return text !== undefined && text !== '' && !/^(no|none|n|nil|without|-+|0)$/i.test(text);
}
