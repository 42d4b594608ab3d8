import type { ClientErrorCode, ErrorCode } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { StatusTag } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

/** Done, or refused and why. */
export function Outcome({ errorCode }: { errorCode: string | null }) {
  const text = useText<typeof enUS>('record')
  const errors = useText('error')
  if (errorCode === null) return <StatusTag look="plain" status="normal" label={text('log.done')} />
  return (
    <StatusTag
      look="plain"
      status="abnormal"
      label={text('log.refused')}
      reason={errors(errorCode as ErrorCode | ClientErrorCode)}
    />
  )
}
