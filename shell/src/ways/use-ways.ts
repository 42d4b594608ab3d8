import { useEffect, useState } from 'react'
import { call } from '@helioport/api-client'
import type { SignInWays } from '@helioport/contract'

/** What may be offered at this address, in this browser, besides account and password; undefined: nothing. */
export function useWays(): SignInWays | undefined {
  const [ways, setWays] = useState<SignInWays>()
  useEffect(() => {
    call('GET /session/ways').then(
      ({ data }) => {
        const canUsePasskeys = data?.passkeyOrigin === location.origin && 'PublicKeyCredential' in window
        if (data && canUsePasskeys) setWays(data)
      },
      () => undefined,
    )
  }, [])
  return ways
}
