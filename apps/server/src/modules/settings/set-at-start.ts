import type { Config } from '../../config/config.ts';

type Shown = Pick<Config, 'pacs' | 'retainPatientDetails' | 'retainOriginalTags' | 'exportUids' | 'tokens'>;

/**
 * Values in force of what only the server's environment sets, by variable; never a secret, and the archive's
 * address to its own organization alone.
 */
export function setAtStart(config: Shown, organization: string): Record<string, string> {
  const { pacs, retainPatientDetails, retainOriginalTags, exportUids, tokens } = config;
  const isOwn = pacs !== null && (pacs.organisation ?? organization) === organization;
  const ofPacs = (value: string) =>
    pacs === null ? 'not set' : isOwn ? value : 'set, for another organization';
  const onOff = (isOn: boolean) => (isOn ? '1: on' : '0: off');
  return {
    RETAIN_PATIENT_DETAILS: onOff(retainPatientDetails),
    RETAIN_ORIGINAL_TAGS: onOff(retainOriginalTags),
    EXPORT_UIDS: exportUids,
    MEDIA_LINK_MINUTES: String(tokens.mediaMinutes),
    PACS_DICOMWEB_URL: ofPacs(pacs?.baseUrl ?? ''),
    PACS_ORGANISATION: ofPacs(pacs?.organisation ?? 'not set: the only organization'),
    PACS_PUSH: ofPacs(pacs?.push ?? ''),
    'PACS_USER, PACS_PASSWORD, PACS_TOKEN': ofPacs(pacs?.authorization ? 'set' : 'not set'),
  };
}
