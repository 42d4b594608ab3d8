import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@helioport/api-client'
import { type CommandDetail, paths, randomId } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'

type Sent = Promise<{ data: CommandDetail | null }>

interface CommandSender {
  /** Sends a command and opens its page; `told`: what is said then, where there is no result to wait for. */
  send: (work: () => Sent, told?: string) => Promise<void>
  /** Sends an order under a key: as long as nobody knows whether it was taken, the same one again has the same key. */
  order: <Body extends object>(body: Body, work: (body: Body & { key: string }) => Sent) => Promise<void>
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
  const unanswered = useRef<{ content: string; key: string }>(undefined)

  /** Whether it is known what came of it. */
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
      // Without an answer nobody knows whether it was taken.
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
