import { Panel } from '../../ui/Panel.tsx';
import classes from './Administration.module.css';

const topics = {
  privacy: {
    title: 'Images and privacy',
    lead: 'DICOM files are de-identified when they are uploaded, other files lose their metadata, and text burned into an image is shown for hiding before anything is stored. Images and patient IDs are encrypted on disk.',
    variables: [
      ['RETAIN_PATIENT_DETAILS', 'keeps name, birth date, sex, age and request of a file, encrypted'],
      ['RETAIN_ORIGINAL_TAGS', 'keeps uploaded DICOM files with all their tags'],
      ['EXPORT_UIDS', 'whether exports join the study of their file or are a new one'],
      ['MEDIA_LINK_MINUTES', 'how long the link of an image is valid'],
    ],
  },
  pacs: {
    title: 'PACS',
    lead: 'Images are fetched from the archive and results sent to it over DICOMweb. The archive belongs to one organization of this installation.',
    variables: [
      ['PACS_DICOMWEB_URL', 'address of the archive'],
      ['PACS_ORGANISATION', 'the organization that may use it'],
      ['PACS_PUSH', '`automatic` sends results back without a click'],
      ['PACS_USER, PACS_PASSWORD, PACS_TOKEN', 'how the server signs in there'],
    ],
  },
} as const;

interface SetAtStartProps {
  of: keyof typeof topics;
  /** In force, by variable. */
  values: Readonly<Record<string, string>> | undefined;
}

/** What the operator decides when the server is started, and no account can change. */
export function SetAtStart({ of, values }: SetAtStartProps) {
  const { title, lead, variables } = topics[of];
  return (
    <Panel title={title}>
      <p className={classes.quiet}>{lead}</p>
      <p className={classes.quiet}>
        These are set when the server is started, by whoever runs it (docs/settings.md):
      </p>
      <dl className={classes.variables}>
        {variables.map(([name, words]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className={classes.quiet}>{words}</dd>
            {values?.[name] !== undefined && (
              <dd className={classes.value}>
                In force: <strong>{values[name]}</strong>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
