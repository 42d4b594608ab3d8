import { useState } from 'react'
import { call } from '@helioport/api-client'
import type { Account, AccountSettings } from '@helioport/contract'
import { settingsOf } from './settings-rules.ts'

/** The saved settings: those of `account`, or newer ones from `read`. */
export function useSavedSettings(account: Account) {
  const [found, setFound] = useState<{ since: Account; settings: AccountSettings }>()
  const read = async () => {
    const { data } = await call('GET /account')
    const settings = data ? settingsOf(data) : undefined
    if (settings) setFound({ since: account, settings })
    return settings
  }
  return { saved: found?.since === account ? found.settings : settingsOf(account), read }
}
