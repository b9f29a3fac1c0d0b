import { manifests } from '@second-read/analyses/manifests';
import type { SettingsReply } from '@second-read/contract/settings';
import classes from './Administration.module.css';
import { ModuleSwitch } from './ModuleSwitch.tsx';

/** Which modules take new work. */
export function ModuleSwitches({ settings }: { settings: SettingsReply }) {
  return (
    <ul className={classes.rows}>
      {manifests.map((manifest) => (
        <ModuleSwitch key={manifest.id} manifest={manifest} settings={settings} />
      ))}
    </ul>
  );
}
