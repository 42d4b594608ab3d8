import { paths } from '@helioport/contract'
import { useSession } from '@helioport/session'
import { Icon, type IconName } from '@helioport/ui'
import { hrefOf } from '../station/href.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

/** Ways to what people do most. */
export function ShortcutsCard() {
  const text = useStationText()
  const { session } = useSession()
  const all = [
    { key: 'add', icon: 'plus', path: paths.stationAdd(), onlyMain: true },
    { key: 'stations', icon: 'station', path: paths.stationList() },
    { key: 'devices', icon: 'device', path: paths.deviceList() },
    { key: 'records', icon: 'record', path: paths.record() },
    { key: 'functions', icon: 'functionSetting', path: paths.functionSetting() },
    { key: 'screen', icon: 'screen', path: paths.screen() },
    { key: 'settings', icon: 'settings', path: paths.setting('basic') },
  ] as const satisfies { key: string; icon: IconName; path: string; onlyMain?: boolean }[]
  return (
    <ul className={styles.shortcuts} aria-label={text('shortcuts.title')}>
      {all
        .filter((shortcut) => !('onlyMain' in shortcut) || session?.mainAccountId === null)
        .map(({ key, icon, path }) => {
          const href = hrefOf(path)
          return (
            <li key={key}>
              <a className={styles.shortcut} href={href}>
                <Icon name={icon} />
                {text(`shortcuts.${key}`)}
              </a>
            </li>
          )
        })}
    </ul>
  )
}
