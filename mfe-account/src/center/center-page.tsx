import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { paths, type SettingTab } from '@helioport/contract'
import { useErrorText, useText, zoneLabel } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import {
  Button,
  Card,
  DescriptionList,
  ErrorState,
  Icon,
  type IconName,
  Page,
  PageHeader,
  SkeletonText,
} from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './center-page.module.css'
import { pictureUrl } from '../account/picture-url.ts'
import { DisplayChoices } from './display-choices.tsx'
import { FiguresRow } from './figures-row.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { WatchedCard } from './watched-card.tsx'

/** Who is signed in, the ways to the settings, and the way out. */
export default function CenterPage() {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const signOut = useSession((state) => state.signOut)
  const session = useSession((state) => state.session)
  const canSeeAdmin = useSession((state) => state.accessFlags.canSeeAdmin)
  const { data: account, error, refetch } = useEndpoint('GET /account')
  const { data: profile } = useEndpoint('GET /account/profile')
  const avatar = pictureUrl(profile?.avatarId)
  const logo = pictureUrl(profile?.logoId)
  const isSubAccount = (session?.mainAccountId ?? null) !== null
  const [isLeaving, setLeaving] = useState(false)
  const name = account?.nickname ?? session?.nickname ?? ''
  const role = account?.role ?? session?.role

  const leave = async () => {
    setLeaving(true)
    // The session ends here even where the service cannot be told.
    await signOut().catch(() => undefined)
    await navigate(paths.login(), { replace: true })
  }

  return (
    <Page width="reading">
      <PageHeader title={text('center.title')} />
      <Card>
        <div className={styles['who']}>
          <span className={styles['avatar']} aria-hidden="true">
            {avatar ? <img src={avatar} alt="" /> : ([...name][0]?.toUpperCase() ?? <Icon name="account" size={28} />)}
          </span>
          <div className={styles['names']}>
            <strong className={styles['name']}>{name}</strong>
            {role && (
              <span className={styles['muted']}>
                {text(isSubAccount ? 'center.subAccount' : `center.role.${role}`)}
              </span>
            )}
          </div>
          {logo && <img className={styles['logo']} src={logo} alt={text('picture.logo')} />}
        </div>
        {account ? (
          <DescriptionList
            items={[
              { label: text('center.userName'), value: account.userName },
              { label: text('center.email'), value: account.email || '–' },
              { label: text('center.zone'), value: zoneLabel(account.timeZoneOffset) },
            ]}
          />
        ) : error ? (
          <ErrorState {...errorText(error, refetch)} />
        ) : (
          <SkeletonText lines={3} />
        )}
        {role && (
          <p className={styles['hint']}>{text(isSubAccount ? 'center.subAccount.hint' : `center.role.${role}.hint`)}</p>
        )}
      </Card>
      {!isSubAccount && <InvitationsCard />}
      <FiguresRow />
      <WatchedCard />
      <Card title={text('center.links')} padding="none">
        <ul className={styles['links']}>
          {ways
            .filter((way) => way.tab !== 'sub-accounts' || !isSubAccount)
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
          {role === 'operator' && canSeeAdmin && (
            <Way icon="panel" href={paths.accountHealth()} title={text('health.title')} hint={text('health.hint')} />
          )}
        </ul>
      </Card>
      <Card title={text('center.display')}>
        <DisplayChoices />
      </Card>
      <Card>
        <div className={styles['session']}>
          <p className={styles['hint']}>{text('center.signOutHint')}</p>
          <Button icon="signOut" busy={isLeaving} onClick={() => void leave()}>
            {common('action.signOut')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}

const ways: readonly { tab: SettingTab; icon: IconName }[] = [
  { tab: 'basic', icon: 'settings' },
  { tab: 'password', icon: 'lock' },
  { tab: 'binding', icon: 'mail' },
  { tab: 'security', icon: 'checkCircle' },
  { tab: 'sub-accounts', icon: 'account' },
  { tab: 'notifications', icon: 'bell' },
  { tab: 'display', icon: 'dashboard' },
]

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
