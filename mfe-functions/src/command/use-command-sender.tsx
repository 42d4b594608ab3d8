import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@helioport/api-client'
import { type CommandDetail, paths } from '@helioport/contract'
import { useProofTexts, useText } from '@helioport/i18n'
import { useProof } from '@helioport/session'
import { ProofDialog, toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'

interface CommandSender {
  /** Sends a command, asking for the password first where the service requires it, and opens the command's page. */
  send: (work: () => Promise<{ data: CommandDetail | null }>) => Promise<void>
  busy: boolean
  /** Why the last one was refused, in words. */
  refusal: string | undefined
  /** The dialog that asks for the proof; render it somewhere. */
  dialog: ReactNode
}

/** Sends commands to inverters: password dialog, refusals, and the way to the new command's page. */
export function useCommandSender(): CommandSender {
  const text = useText<typeof enUS>('functions')
  const errors = useText('error')
  const texts = useProofTexts()
  const navigate = useNavigate()
  const proof = useProof()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { error, ...dialog } = proof.dialog
  return {
    busy,
    refusal,
    send: async (work) => {
      setBusy(true)
      setRefusal(undefined)
      try {
        const { data } = await proof.run(work)
        if (!data) return
        toast({ tone: 'good', text: text('submitted') })
        await navigate(paths.command(data.id))
      } catch (failure) {
        const code = failure instanceof ApiError ? failure.code : 'service.failed'
        setRefusal(errors(code))
      } finally {
        setBusy(false)
      }
    },
    dialog: <ProofDialog {...dialog} objection={error && errors(error)} texts={texts} />,
  }
}
