import { useState } from 'react'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, LinkButton, Notice, SkeletonText, Stack } from '@helioport/ui'
import { FormActions } from '@helioport/ui/form'
import { hrefOf } from '../station/href.ts'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'

const refetchMs = 2_000

/** A plant that nobody built, of this account alone, in a station of its own: started when it is asked for. */
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
      {state === 'starting' ? (
        <p className={styles['heard']} role="status">
          <progress {...(percent !== null && { value: percent })} max={100} aria-label={text('connect.way.virtual')} />
          {percent === null ? text('virtual.starting') : text('virtual.history', { percent })}
        </p>
      ) : (
        <FormActions>
          {state === 'live' ? (
            <LinkButton kind="primary" icon="station" href={hrefOf(paths.stationList())}>
              {text('virtual.open')}
            </LinkButton>
          ) : (
            <Button kind="primary" icon="plus" busy={add.isSending} onClick={() => void start()}>
              {text('virtual.go')}
            </Button>
          )}
        </FormActions>
      )}
    </Stack>
  )
}
