import { ApiError, useEndpoint, useSend } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useRefusalText } from '@helioport/i18n'
import { useState } from 'react'
import { Button, LinkButton, Notice } from '@helioport/ui'
import { useFirstRunText } from './first-run-messages.ts'
import styles from './first-run.module.css'

const refetchMs = 2_000

/** Virtual plants: a button starts them on this machine, and the progress is shown. */
export function VirtualWay() {
  const text = useFirstRunText()
  const refusalText = useRefusalText()
  const plants = useEndpoint('GET /virtual-plants', {}, { refetchMs })
  const add = useSend('POST /virtual-plants', { refreshes: ['GET /virtual-plants'] })
  const [failure, setFailure] = useState<ApiError>()
  const { state, percent } = plants.data ?? { state: 'off', percent: null }
  if (state === 'off') return null
  const start = async () => {
    setFailure(undefined)
    try {
      await add.send({ body: { plants: 'all', mark: text('virtual.mark') } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    }
  }
  return (
    <li className={styles['way']}>
      <h2>{text('virtual.title')}</h2>
      <p>{text('virtual.text')}</p>
      {failure && <Notice tone="bad">{refusalText(failure)}</Notice>}
      {state === 'failed' && <Notice tone="bad">{text('virtual.failed')}</Notice>}
      {state === 'starting' ? (
        <div className={styles['progress']} role="status">
          <progress {...(percent !== null && { value: percent })} max={100} aria-label={text('virtual.title')} />
          <span>{percent === null ? text('virtual.starting') : text('virtual.history', { percent })}</span>
        </div>
      ) : state === 'live' ? (
        <LinkButton kind="primary" href={`#${paths.stationList()}`}>
          {text('virtual.open')}
        </LinkButton>
      ) : (
        <Button busy={add.isSending} onClick={() => void start()}>
          {text('virtual.go')}
        </Button>
      )}
    </li>
  )
}
