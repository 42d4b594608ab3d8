import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { accountCopyDays, type AccountCopy, apiBasePath } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, DescriptionList, ErrorState, Notice, Row, SkeletonText, Stack, StatusTag } from '@helioport/ui'
import { useErrorText } from '@helioport/i18n'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'

const busyMs = 2_000
const refetchMs = 60_000
const refreshes = ['GET /account/copy'] as const
const looks = { queued: 'standby', running: 'info', done: 'normal', failed: 'abnormal' } as const
const isWriting = (copy: AccountCopy | null | undefined) => copy?.state === 'queued' || copy?.state === 'running'

/** Requests a copy of all data, shows its progress, and offers the file after a proof of identity. */
export function CopyCard() {
  const text = useAccountText()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const {
    data: copy,
    error,
    isLoading,
    refetch,
  } = useEndpoint('GET /account/copy', {}, { refetchMs: busy ? busyMs : refetchMs })
  if (isWriting(copy) !== busy) setBusy(isWriting(copy))
  const { attempt, busy: isSending, failure } = useWrite()
  const ask = useSend('POST /account/copy', { refreshes })
  const open = useSend('POST /account/copy/opening', { refreshes })
  const remove = useSend('DELETE /account/copy', { refreshes })
  const state = copy?.state
  const save = async () => {
    await open.send()
    // The proof just given also covers the download.
    const link = document.createElement('a')
    link.href = `${apiBasePath}/account/copy/file`
    link.download = ''
    link.click()
  }
  return (
    <Card
      title={text('copy.title')}
      subtitle={text('copy.hint')}
      extra={state && <StatusTag status={looks[state]} label={text(`copy.${state}`)} />}
    >
      <Stack gap={4}>
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        {isLoading ? <SkeletonText lines={3} /> : error && !copy ? <ErrorState {...errorText(error, refetch)} /> : null}
        {state === 'failed' && <Notice tone="bad">{text('copy.failedHint')}</Notice>}
        {copy && state !== 'failed' && <CopyFacts copy={copy} />}
        {!copy && !isLoading && <p>{text('copy.none', { days: accountCopyDays })}</p>}
        <Row>
          {state === 'done' && (
            <Button
              kind="primary"
              icon="download"
              busy={isSending}
              onClick={() => void attempt(save, undefined, 'failed.operation')}
            >
              {text('copy.save')}
            </Button>
          )}
          {!busy && (
            <Button
              kind={state === 'done' ? 'default' : 'primary'}
              disabled={isSending}
              onClick={() => void attempt(() => ask.send(), text('copy.asked'), 'failed.operation')}
            >
              {text(state === 'done' ? 'copy.again' : 'copy.ask')}
            </Button>
          )}
          {copy && (
            <Button
              kind="text"
              disabled={isSending}
              onClick={() => void attempt(() => remove.send(), text('copy.removed'), 'failed.delete')}
            >
              {text(busy ? 'copy.stop' : 'copy.remove')}
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  )
}

const kilo = 1024

function CopyFacts({ copy }: { copy: AccountCopy }) {
  const text = useAccountText()
  const format = useFormat()
  const at = (time: string) => format.dateTime(time, viewerTimeZone())
  const { bytes, files, createdAt, expiresAt, fetchedAt } = copy
  const [size, unit] = bytes < kilo * kilo ? [bytes / kilo, 'KB'] : [bytes / kilo / kilo, 'MB']
  return (
    <DescriptionList
      items={[
        {
          label: text('copy.size'),
          value: `${format.number(files)} · ${format.quantity(size, unit, size < 10 ? 1 : 0).text}`,
        },
        { label: text('copy.begun'), value: at(createdAt) },
        { label: text('copy.until'), value: at(expiresAt) },
        { label: text('copy.fetched'), value: fetchedAt === null ? text('copy.never') : at(fetchedAt) },
      ]}
    />
  )
}
