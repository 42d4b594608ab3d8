import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { call } from '@helioport/api-client'
import { paths, type SignInWays } from '@helioport/contract'
import { useSession } from '@helioport/session'
import { Notice } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { askedReturnPath, safeReturnPath } from '../routing/return-path.ts'
import { useWays } from '../ways/use-ways.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import styles from './sign-in-page.module.css'

/** Fetched with its texts only if other ways exist. If that fails, the form is still there. */
const OtherWays = lazy(async (): Promise<{ default: ComponentType<SignInWays> }> => {
  try {
    const [{ OtherWays: found }] = await Promise.all([
      import('../ways/other-ways.tsx'),
      import('../ways/ways-messages.ts').then(({ addWaysMessages }) => addWaysMessages()),
    ])
    return { default: found }
  } catch {
    return { default: () => null }
  }
})

/** Whether the portal has no account yet, so that nobody can sign in. False until the service answers. */
function useFirstRun(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    call('GET /first-run').then(
      ({ data }) => setOpen(data?.isOpen === true),
      () => undefined,
    )
  }, [])
  return isOpen
}

export interface SignInPageProps {
  /** Query of the address, with the page to return to. */
  search: string
  /** The person signed out just now, but the service did not confirm it. */
  unconfirmed?: boolean
  /** Shown above the form. */
  notice?: ReactNode
  /** Replaces the page by another path of the portal. There may be no router around this page. */
  onLeave: (path: string) => void
}

/** The sign-in page. After signing in, or if already signed in, it goes to the requested page. */
export function SignInPage({ search, unconfirmed = false, notice, onLeave }: SignInPageProps) {
  const text = useShellText()
  const isIn = useSession((session) => session.state === 'in')
  const asked = askedReturnPath(search)
  const isFirstRun = useFirstRun()
  const ways = useWays()
  const next = isIn ? safeReturnPath(asked, paths.home()) : isFirstRun ? paths.firstRun() : undefined
  useEffect(() => {
    if (next !== undefined) onLeave(next)
  }, [next, onLeave])
  return (
    <SignInLayout>
      <h1 className={styles['title']}>{text('signIn.title')}</h1>
      {asked !== null && <p className={styles['note']}>{text('signIn.again')}</p>}
      {notice && <div className={styles['notice']}>{notice}</div>}
      {unconfirmed && (
        <div className={styles['notice']}>
          <Notice tone="warn">{text('signIn.signOutUnconfirmed')}</Notice>
        </div>
      )}
      <SignInForm isLeaving={isIn} />
      {ways && (
        <Suspense fallback={null}>
          <OtherWays {...ways} />
        </Suspense>
      )}
      <nav className={styles['links']}>
        <a href={`#${paths.forgotPassword()}`}>{text('signIn.forgot')}</a>
        <span className={styles['note']}>
          {text('signIn.noAccount')} <a href={`#${paths.register()}`}>{text('signIn.register')}</a>
        </span>
      </nav>
    </SignInLayout>
  )
}
