/** The topics of the administration, each one screen; `settings`: what can be searched for. */
export const topics = [
  {
    id: 'people',
    title: 'People and roles',
    settings: ['Accounts', 'New account', 'One-time password', 'Second factor', 'Roles', 'Rights of a role'],
  },
  {
    id: 'organization',
    title: 'Organization',
    settings: ['Name of the organization', 'Modules on and off'],
  },
  {
    id: 'reading',
    title: 'Reading',
    settings: [
      'Reading first',
      'Two readers',
      'Signing under a generated patient ID',
      'Target times of the worklist',
      'Overdue reports',
    ],
  },
  {
    id: 'alarms',
    title: 'Alarms',
    settings: ['Budget of false alarms', 'E-mail addresses', 'Webhook', 'Notifications'],
  },
  {
    id: 'privacy',
    title: 'Images and privacy',
    settings: [
      'De-identification',
      'Patient details',
      'Original DICOM tags',
      'Burned-in text',
      'Export UIDs',
    ],
  },
  { id: 'pacs', title: 'PACS', settings: ['DICOMweb', 'Archive', 'Sending results'] },
  { id: 'retention', title: 'Retention', settings: ['Days that reports are kept', 'Erasing old reports'] },
  {
    id: 'letterhead',
    title: 'Letterhead',
    settings: ['Logo', 'Department and address on printed reports'],
  },
] as const;

export type Topic = (typeof topics)[number];
export type TopicId = Topic['id'];

/** The topic of an address; the first where it names none. */
export function topicOf(id: string | undefined): Topic {
  return topics.find((topic) => topic.id === id) ?? topics[0];
}

/** Settings with all the words, each with its topic; none for an empty search. */
export function findSettings(search: string): { topic: Topic; setting: string }[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return topics.flatMap((topic) =>
    topic.settings.flatMap((setting) => {
      const text = `${topic.title} ${setting}`.toLowerCase();
      return words.every((word) => text.includes(word)) ? [{ topic, setting }] : [];
    }),
  );
}
