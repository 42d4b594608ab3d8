import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize } from '@helioport/contract'
import { Row, StatusTag } from '@helioport/ui'
import { mailTones } from '../account/mail-tones.ts'
import { whyNot } from '../account/why-not.ts'
import { useAccountText } from '../account/use-account-text.ts'

const refetchMs = 3_000

/** State of the last code to a phone: accepted by the gateway, delivered, or why not. */
export function SentCode({ phone }: { phone: string }) {
  const text = useAccountText()
  const { data: sent = [] } = useEndpoint(
    'GET /account/mails',
    { query: { page: 1, pageSize: defaultPageSize } },
    { refetchMs },
  )
  const last = sent.find(({ channel, recipient }) => channel === 'sms' && recipient === phone)
  if (!last) return null
  const { state } = last
  const why = whyNot(text, last)
  return (
    <div role="status">
      <Row>
        <span>{text('phone.code', { phone })}</span>
        <StatusTag status={mailTones[state]} label={text(`mailState.${state}`)} />
        {why !== undefined && <span>{why}</span>}
      </Row>
    </div>
  )
}
