import { useState } from 'react'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, LinkButton, Notice, SkeletonText, Stack } from '@helioport/ui'
import { FormActions } from '@helioport/ui/form'
import { Confirm, toast } from '@helioport/ui/overlay'
import { hrefOf } from '../station/href.ts'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'

const refetchMs = 2_000

/** A virtual plant of this account in a station of its own, which can be started and removed. */
export function VirtualWay() {
  const text = useOwnerText()
  const reasons = useText('error')
  const plants = useEndpoint('GET /virtual-plants', {}, { refetchMs })
  const add = useSend('POST /virtual-plants', { refreshes: ['GET /virtual-plants'] })
  const [failure, setFailure] = useState<ApiErrorCode>()
  const start = async () => {
    setFailure(undefined)
    try {
      await add.send({ body: { plants: 'one', mark: text('virtual.mark') } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.code)
    }
  }
  if (!plants.data) return <SkeletonText lines={2} />
  const { state, percent } = plants.data
  if (state === 'off') return <Notice tone="info">{text('virtual.off')}</Notice>
  return (
    <Stack gap={3}>
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      {state === 'failed' && <Notice tone="bad">{text('virtual.failed')}</Notice>}
      {state === 'starting' && (
        <p className={styles['heard']} role="status">
          <progress {...(percent !== null && { value: percent })} max={100} aria-label={text('connect.way.virtual')} />
          {percent === null ? text('virtual.starting') : text('virtual.history', { percent })}
        </p>
      )}
      <FormActions>
        {state === 'live' && (
          <LinkButton kind="primary" icon="station" href={hrefOf(paths.stationList())}>
            {text('virtual.open')}
          </LinkButton>
        )}
        {(state === 'none' || state === 'failed') && (
          <Button kind="primary" icon="plus" busy={add.isSending} onClick={() => void start()}>
            {text('virtual.go')}
          </Button>
        )}
        {state !== 'none' && <TakeAway onFailure={setFailure} />}
      </FormActions>
    </Stack>
  )
}

const refreshes = ['GET /virtual-plants', 'GET /stations', 'GET /loggers'] as const

function TakeAway({ onFailure }: { onFailure: (code: ApiErrorCode | undefined) => void }) {
  const text = useOwnerText()
  const common = useText('common')
  const end = useSend('DELETE /virtual-plants', { refreshes })
  const [isAsked, setAsked] = useState(false)
  const takeAway = async () => {
    onFailure(undefined)
    try {
      await end.send({})
      toast({ tone: 'good', text: text('virtual.ended') })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onFailure(error.code)
    }
    setAsked(false)
  }
  return (
    <>
      <Button kind="danger" icon="trash" onClick={() => setAsked(true)}>
        {text('virtual.end')}
      </Button>
      <Confirm
        open={isAsked}
        danger
        busy={end.isSending}
        title={text('virtual.endAsk')}
        text={text('virtual.endWhat')}
        confirmLabel={text('virtual.end')}
        cancelLabel={common('action.cancel')}
        onConfirm={() => void takeAway()}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
