import { paths, type SettingTab } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Card, Icon, type IconName } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './center-page.module.css'

const settings: readonly { tab: SettingTab; icon: IconName }[] = [
  { tab: 'basic', icon: 'settings' },
  { tab: 'password', icon: 'lock' },
  { tab: 'binding', icon: 'mail' },
  { tab: 'security', icon: 'checkCircle' },
  { tab: 'sub-accounts', icon: 'account' },
  { tab: 'notifications', icon: 'bell' },
  { tab: 'display', icon: 'dashboard' },
  { tab: 'api', icon: 'link' },
  { tab: 'data', icon: 'download' },
]

interface WaysCardProps {
  isSubAccount: boolean
  seesHealth: boolean
}

/** Links to the settings and other pages of the account. */
export function WaysCard({ isSubAccount, seesHealth }: WaysCardProps) {
  const text = useText<typeof enUS>('account')
  return (
    <Card title={text('center.links')} padding="none">
      <ul className={styles['links']}>
        {settings
          .filter(({ tab }) => tab !== 'sub-accounts' || !isSubAccount)
          .map(({ tab, icon }) => (
            <Way
              key={tab}
              icon={icon}
              href={paths.setting(tab)}
              title={text(`setting.${tab}`)}
              hint={text(`way.${tab}`)}
            />
          ))}
        <Way icon="screen" href={paths.customized()} title={text('center.video')} hint={text('center.videoHint')} />
        <Way icon="record" href={paths.record()} title={text('center.records')} hint={text('center.recordsHint')} />
        {seesHealth && (
          <>
            <Way icon="panel" href={paths.accountHealth()} title={text('health.title')} hint={text('health.hint')} />
            <Way
              icon="checkCircle"
              href={paths.portalHealth()}
              title={text('portal.title')}
              hint={text('portal.hint')}
            />
          </>
        )}
      </ul>
    </Card>
  )
}

interface WayProps {
  icon: IconName
  href: string
  title: string
  hint: string
}

function Way({ icon, href, title, hint }: WayProps) {
  return (
    <li>
      <a className={styles['way']} href={`#${href}`}>
        <Icon name={icon} size={20} />
        <span className={styles['names']}>
          <span className={styles['wayTitle']}>{title}</span>
          <span className={styles['muted']}>{hint}</span>
        </span>
        <Icon name="chevronRight" />
      </a>
    </li>
  )
}
