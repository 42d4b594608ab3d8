import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize } from '@helioport/contract'
import { Row, StatusTag } from '@helioport/ui'
import { mailTones } from '../account/mail-tones.ts'
import { useAccountText } from '../account/use-account-text.ts'

const refetchMs = 3_000

/** What became of the last code to a phone: whether the gateway has it, or why not. */
export function SentCode({ phone }: { phone: string }) {
  const text = useAccountText()
  const { data: sent = [] } = useEndpoint(
    'GET /account/mails',
    { query: { page: 1, pageSize: defaultPageSize } },
    { refetchMs },
  )
  const last = sent.find(({ channel, recipient }) => channel === 'sms' && recipient === phone)
  if (!last) return null
  const { state, failure, status } = last
  const label = state === 'delivered' ? text('phone.taken') : text(`mailState.${state}`)
  const why =
    state === 'kept'
      ? text('mailState.keptWhy')
      : failure === null
        ? ''
        : text(`mailFailure.${failure}`, { status: String(status ?? '–') })
  return (
    <div role="status">
      <Row>
        <span>{text('phone.code', { phone })}</span>
        <StatusTag status={mailTones[state]} label={label} />
        {why !== '' && <span>{why}</span>}
      </Row>
    </div>
  )
}
