import { call } from '@helioport/api-client'
import { apiBasePath, type SignInWays } from '@helioport/contract'
import { useSession } from '@helioport/session'
import { Button } from '@helioport/ui'
import { askedReturnPath } from '../routing/return-path.ts'
import { keepReturnPath } from './kept-return-path.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { useWaysText } from './ways-messages.ts'
import styles from './ways.module.css'

/** Leaves the portal for the company's sign-in; keeps the requested page. */
function goTo(name: string) {
  keepReturnPath(askedReturnPath(location.hash.split('?')[1] ?? ''))
  location.assign(`${apiBasePath}/openid/${name}`)
}

/** Buttons below the form of the sign-in page. After a success the session changes, and the page follows it. */
export function OtherWays({ passkeyOrigin, providers }: SignInWays) {
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
      {providers.map(({ name, title }) => (
        <Button key={name} icon="account" size="l" block onClick={() => goTo(name)}>
          {text('company', { title })}
        </Button>
      ))}
    </div>
  )
}
