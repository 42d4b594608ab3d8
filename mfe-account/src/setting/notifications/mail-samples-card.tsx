import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { apiBasePath, type MailSample, type MailSampleState, sentSamples } from '@helioport/contract'
import { Button, Card, Empty, Notice, Row, Stack } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { Loaded } from '../../account/loaded.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'
import styles from './notifications.module.css'

/** A preview of each mail with present data, which can be sent to the person's own address. */
export function MailSamplesCard() {
  const samples = useEndpoint('GET /account/mail-samples')
  return <Loaded of={samples}>{(states) => <MailSamples states={states} />}</Loaded>
}

function MailSamples({ states }: { states: readonly MailSampleState[] }) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const [kind, setKind] = useState<MailSample>('report')
  const send = useSend('POST /account/mails', { refreshes: ['GET /account/mails'] })
  const sendable = sentSamples.find((each) => each === kind)
  const hasContent = states.find((state) => state.kind === kind)?.hasContent === true
  const sendOne = async () => {
    if (sendable === undefined) return
    await attempt(() => send.send({ body: { kind: sendable } }), text('sample.sentToYou'), 'failed.operation')
  }
  return (
    <Card title={text('sample.title')} subtitle={text('sample.hint')}>
      <Stack gap={4}>
        <Row justify="between">
          <ChoiceField
            label={text('sample.kind')}
            value={kind}
            onChange={setKind}
            options={states.map((state) => ({ value: state.kind, label: text(`mailKind.${state.kind}`) }))}
          />
          {sendable !== undefined && (
            <Button icon="mail" disabled={!hasContent} busy={busy} onClick={() => void sendOne()}>
              {text('sample.send')}
            </Button>
          )}
        </Row>
        {kind === 'report' && <p className={styles['note']}>{text('sample.firstPlant')}</p>}
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        {hasContent ? (
          // No scripts and no origin; its links open new pages.
          <iframe
            key={kind}
            className={styles['frame']}
            title={text('sample.frame', { kind: text(`mailKind.${kind}`) })}
            loading="lazy"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src={`${apiBasePath}/account/mail-sample?kind=${kind}`}
          />
        ) : (
          <Empty icon="mail" title={text('sample.none')} hint={text('sample.noneHint')} />
        )}
      </Stack>
    </Card>
  )
}
