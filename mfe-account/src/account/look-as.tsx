import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useRefusalText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button } from '@helioport/ui'
import { toast } from '@helioport/ui/overlay'
import { useAccountText } from './use-account-text.ts'

/** Button that opens the portal as this account sees it. */
export function LookAs({ accountId, name }: { accountId: string; name: string }) {
  const text = useAccountText()
  const refusalText = useRefusalText()
  const navigate = useNavigate()
  const lookAs = useSession((state) => state.lookAs)
  const [busy, setBusy] = useState(false)
  const look = async () => {
    setBusy(true)
    try {
      await lookAs(accountId)
      await navigate(paths.home())
    } catch (error) {
      setBusy(false)
      toast({ tone: 'bad', text: refusalText(error instanceof ApiError ? error : { code: 'service.failed' }) })
    }
  }
  return (
    <Button size="s" icon="eye" busy={busy} label={text('lookAs.of', { name })} onClick={() => void look()}>
      {text('lookAs')}
    </Button>
  )
}
