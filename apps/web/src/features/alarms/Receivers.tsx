import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { alarmChannelsQuery } from '../../api/live/notifications.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import classes from './Alarms.module.css';

interface ReceiversProps {
  emails: string;
  webhook: string;
  onChange: (change: { emails?: string; webhook?: string }) => void;
}

/** For administrators: who outside of the application is told, and what became of the last messages. */
export function Receivers({ emails, webhook, onChange }: ReceiversProps) {
  const channels = useQuery(alarmChannelsQuery());
  const { data } = channels;
  return (
    <section className={classes.module}>
      <h3 className={classes.name}>Outside of the application</h3>
      <p className={classes.quiet}>
        Messages hold the report's id and that it is urgent, nothing of the patient.
      </p>
      {channels.error && <p className={classes.warning}>{channels.error.message}</p>}
      <Textarea
        label="E-mail addresses, one per line"
        description={data && !data.email ? 'This installation has no mail server (SMTP_URL).' : undefined}
        value={emails}
        autosize
        minRows={2}
        onChange={(event) => onChange({ emails: event.currentTarget.value })}
      />
      <TextInput
        label="Webhook"
        description={
          data && !data.webhook ? 'This installation signs no webhooks (ALARM_WEBHOOK_SECRET).' : 'https only'
        }
        value={webhook}
        placeholder="https://…"
        onChange={(event) => onChange({ webhook: event.currentTarget.value })}
      />
      {data?.webhook_key && (
        <p className={classes.quiet}>
          Signed (HMAC-SHA256) with <code className={classes.key}>{data.webhook_key}</code>
        </p>
      )}
      {data && data.messages.length > 0 && (
        <ul className={classes.messages}>
          {data.messages.map(({ report_id, channel, receiver, state, reason, updated_at }) => (
            <li key={`${report_id} ${channel} ${receiver}`}>
              {formatDate(updated_at)}: {channel === 'email' ? 'e-mail' : 'webhook'} to {receiver}, {state}
              {reason === null ? '' : ` (${reason})`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
