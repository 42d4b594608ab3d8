import { useEffect, useState } from 'react'
import { call } from '@helioport/api-client'
import type { SignInWays } from '@helioport/contract'

/** Other ways to sign in at this address in this browser, besides account and password; undefined: none. */
export function useWays(): SignInWays | undefined {
  const [ways, setWays] = useState<SignInWays>()
  useEffect(() => {
    const find = async () => {
      const { data } = await call('GET /session/ways')
      if (!data) return
      const canUsePasskeys = data.passkeyOrigin === location.origin && 'PublicKeyCredential' in window
      if (canUsePasskeys || data.providers.length > 0)
        setWays({ ...data, passkeyOrigin: canUsePasskeys ? data.passkeyOrigin : null })
    }
    // Without an answer the form is still there.
    find().catch(() => undefined)
  }, [])
  return ways
}
