import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button, Card, Notice, Page, PageHeader } from '@helioport/ui'
import { Loaded } from '../account/loaded.tsx'
import { SessionsCard } from '../account/sessions-card.tsx'
import type enUS from '../messages/en-US.ts'
import { ApiKeysCard } from './api-keys-card.tsx'
import styles from './center-page.module.css'
import { DisplayChoices } from './display-choices.tsx'
import { FiguresRow } from './figures-row.tsx'
import { IdentityCard } from './identity-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { OutgoingSharesCard } from './outgoing-shares-card.tsx'
import { PlantsCard } from './plants-card.tsx'
import { TriggerErrorCard } from './trigger-error-card.tsx'
import { WatchedCard } from './watched-card.tsx'
import { WaysCard } from './ways-card.tsx'

/** The signed-in person, links to the settings, and sign-out; in the view of another account only its plants. */
export default function CenterPage() {
  const isView = useSession(({ session }) => (session?.view ?? null) !== null)
  return isView ? <ViewedCenter /> : <OwnCenter />
}

/** The view as another account hides everything personal. */
function ViewedCenter() {
  const text = useText<typeof enUS>('account')
  const reasons = useText('error')
  return (
    <Page width="reading">
      <PageHeader title={text('center.title')} />
      <Notice tone="info">{reasons('session.viewOnly')}</Notice>
      <PlantsCard />
    </Page>
  )
}

function OwnCenter() {
  const text = useText<typeof enUS>('account')
  const session = useSession((state) => state.session)
  const canSeeAdmin = useSession((state) => state.accessFlags.canSeeAdmin)
  const sessions = useEndpoint('GET /sessions')
  const isSubAccount = (session?.mainAccountId ?? null) !== null

  return (
    <Page width="reading">
      <PageHeader title={text('center.title')} />
      <IdentityCard />
      {!isSubAccount && <InvitationsCard />}
      <FiguresRow />
      <PlantsCard />
      {!isSubAccount && <OutgoingSharesCard />}
      <WatchedCard />
      <Loaded of={sessions}>{(found) => <SessionsCard sessions={found} />}</Loaded>
      <ApiKeysCard />
      <WaysCard isSubAccount={isSubAccount} seesHealth={session?.role === 'operator' && canSeeAdmin} />
      <Card title={text('center.display')}>
        <DisplayChoices />
      </Card>
      <TriggerErrorCard />
      <SignOutCard />
    </Page>
  )
}

function SignOutCard() {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const navigate = useNavigate()
  const signOut = useSession((state) => state.signOut)
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    // The session ends here even if the service cannot be reached.
    await signOut().catch(() => undefined)
    await navigate(paths.login(), { replace: true })
  }
  return (
    <Card>
      <div className={styles['session']}>
        <p className={styles['hint']}>{text('center.signOutHint')}</p>
        <Button icon="signOut" busy={isLeaving} onClick={() => void leave()}>
          {common('action.signOut')}
        </Button>
      </div>
    </Card>
  )
}
