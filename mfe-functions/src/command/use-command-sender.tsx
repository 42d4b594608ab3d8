import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@helioport/api-client'
import { type CommandDetail, paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'

interface CommandSender {
  /** Sends a command and opens its page; `told`: what is said then, where there is no result to wait for. */
  send: (work: () => Promise<{ data: CommandDetail | null }>, told?: string) => Promise<void>
  busy: boolean
  /** Why the last one was refused, in words. */
  refusal: string | undefined
}

/** Sends commands to inverters: refusals, and the way to the new command's page. */
export function useCommandSender(): CommandSender {
  const text = useText<typeof enUS>('functions')
  const errors = useText('error')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  return {
    busy,
    refusal,
    send: async (work, told = text('submitted')) => {
      setBusy(true)
      setRefusal(undefined)
      try {
        const { data } = await work()
        if (!data) return
        toast({ tone: 'good', text: told })
        await navigate(paths.command(data.id))
      } catch (failure) {
        const code = failure instanceof ApiError ? failure.code : 'service.failed'
        // Without an answer nobody knows whether it was taken: sent again it would be a second task.
        const isUnknown = failure instanceof ApiError && failure.status === 0
        setRefusal(isUnknown ? `${errors(code)} ${text('mayBeTaken')}` : errors(code))
      } finally {
        setBusy(false)
      }
    },
  }
}
