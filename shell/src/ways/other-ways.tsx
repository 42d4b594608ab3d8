import { call } from '@helioport/api-client'
import type { SignInWays } from '@helioport/contract'
import { useSession } from '@helioport/session'
import { PasskeyButton } from './passkey-button.tsx'
import { useWaysText } from './ways-messages.ts'
import styles from './ways.module.css'

/** Buttons of the sign-in page below its form. A success shows in the session, which the page follows. */
export function OtherWays({ passkeyOrigin }: SignInWays) {
  const text = useWaysText()
  const refresh = useSession((session) => session.refresh)
  return (
    <div className={styles['ways']}>
      <span className={styles['or']}>{text('or')}</span>
      {passkeyOrigin !== null && (
        <PasskeyButton
          label={text('passkey')}
          ask={() => call('POST /session/passkey/challenge')}
          answer={async (body) => {
            await call('POST /session/passkey', { body })
            await refresh()
          }}
        />
      )}
    </div>
  )
}
