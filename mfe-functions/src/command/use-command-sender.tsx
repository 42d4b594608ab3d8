import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@helioport/api-client'
import { type CommandDetail, paths, randomId } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'

type Sent = Promise<{ data: CommandDetail | null }>

interface CommandSender {
  /** Sends a command and opens its page; `told`: the message where there is no result to wait for. */
  send: (work: () => Sent, told?: string) => Promise<void>
  /** Sends an order with an idempotency key: until its outcome is known, repeating the same order uses the same key. */
  order: <Body extends object>(body: Body, work: (body: Body & { key: string }) => Sent) => Promise<void>
  busy: boolean
  /** Text of the last refusal. */
  refusal: string | undefined
}

/** Sends commands, shows refusals, and opens the new command's page. */
export function useCommandSender(): CommandSender {
  const text = useText<typeof enUS>('functions')
  const errors = useText('error')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const unanswered = useRef<{ content: string; key: string }>(undefined)

  /** Resolves to whether the outcome is known. */
  const send = async (work: () => Sent, told = text('submitted')): Promise<boolean> => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const { data } = await work()
      if (!data) return true
      toast({ tone: 'good', text: told })
      await navigate(paths.command(data.id))
      return true
    } catch (failure) {
      const code = failure instanceof ApiError ? failure.code : 'service.failed'
      // Without an answer the command may have been accepted.
      const isKnown = !(failure instanceof ApiError && failure.status === 0)
      setRefusal(isKnown ? errors(code) : `${errors(code)} ${text('mayBeTaken')}`)
      return isKnown
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    refusal,
    send: async (work, told) => void (await send(work, told)),
    order: async (body, work) => {
      const content = JSON.stringify(body)
      const key = unanswered.current?.content === content ? unanswered.current.key : randomId()
      unanswered.current = (await send(() => work({ ...body, key }))) ? undefined : { content, key }
    },
  }
}
