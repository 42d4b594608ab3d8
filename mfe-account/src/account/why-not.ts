import type { OwnMail } from '@helioport/contract'
import type { useAccountText } from './use-account-text.ts'

/** Why a message has not arrived, or not yet; undefined: no known problem. */
export function whyNot(text: ReturnType<typeof useAccountText>, mail: OwnMail): string | undefined {
  const { state, failure, status, gatewayReason } = mail
  if (state === 'kept') return text('mailState.keptWhy')
  if (state === 'undelivered') return gatewayReason || text('mailState.undeliveredWhy')
  return failure === null ? undefined : text(`mailFailure.${failure}`, { status: String(status ?? '–') })
}
