import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
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
import { DisplayChoices } from './display-choices.tsx'

/** Who is signed in, the ways to the settings, and the way out. */
export default function CenterPage() {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const signOut = useSession((state) => state.signOut)
  const session = useSession((state) => state.session)
  const { data: account, error, refetch } = useEndpoint('GET /account')
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
            {[...name][0]?.toUpperCase() ?? <Icon name="account" size={28} />}
          </span>
          <div className={styles['names']}>
            <strong className={styles['name']}>{name}</strong>
            {role && <span className={styles['muted']}>{text(`center.role.${role}`)}</span>}
          </div>
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
        {role && <p className={styles['hint']}>{text(`center.role.${role}.hint`)}</p>}
      </Card>
      <Card title={text('center.links')} padding="none">
        <ul className={styles['links']}>
          <Way
            icon="settings"
            href={paths.setting('basic')}
            title={text('center.basic')}
            hint={text('center.basicHint')}
          />
          <Way icon="screen" href={paths.customized()} title={text('center.video')} hint={text('center.videoHint')} />
          <Way icon="record" href={paths.record()} title={text('center.records')} hint={text('center.recordsHint')} />
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
