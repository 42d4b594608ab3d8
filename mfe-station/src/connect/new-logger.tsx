import { Suspense, useState } from 'react'
import { ApiError, type ApiErrorCode, useSend } from '@helioport/api-client'
import type { Logger, LoggerWithKey, NewLoggerClaim } from '@helioport/contract'
import { type ExampleKind, exampleOf } from '@helioport/contract/connect-examples'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Notice, Segmented, Stack } from '@helioport/ui'
import { FormActions } from '@helioport/ui/form'
import { useOwnerText } from '../station/owner-texts.ts'
import { lazyWithTroubles } from '../station/trouble-texts.ts'
import styles from './connect.module.css'
import { ExampleText } from './example-text.tsx'
import { Heard } from './heard.tsx'
import { examplesOf, newLoggerSerial } from './ways.ts'

const GatewayTold = lazyWithTroubles(() => import('./gateway-told.tsx'))

interface NewLoggerProps {
  way: keyof typeof examplesOf
  stationId: string
  loggers: readonly Logger[]
  now: number
}

/**
 * Creates a logger for a program. Its key is shown once, in a command to be copied; a gateway gets a code instead,
 * which it exchanges for a key. Then shows whether data have arrived.
 */
export function NewLogger({ way, stationId, loggers, now }: NewLoggerProps) {
  const text = useOwnerText()
  const reasons = useText('error')
  const add = useSend('POST /loggers', { refreshes: ['GET /loggers'] })
  const claim = useSend('POST /loggers/:loggerId/claims')
  const [made, setMade] = useState<LoggerWithKey>()
  const [code, setCode] = useState<NewLoggerClaim>()
  const [failure, setFailure] = useState<ApiErrorCode>()
  const make = async () => {
    setFailure(undefined)
    try {
      const logger = made ?? (await add.send({ body: { stationId, serial: newLoggerSerial() } })).data
      setMade(logger ?? undefined)
      if (!logger || way !== 'gateway') return
      setCode((await claim.send({ params: { loggerId: logger.id } })).data ?? undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The person closed the password dialog and knows that nothing was done.
      if (error.code !== 'session.proofRequired') setFailure(error.code)
    }
  }
  if (made && (way !== 'gateway' || code)) {
    const heard = loggers.find(({ id }) => id === made.id)
    // A code is valid for one gateway: a gateway that was heard has used it.
    const isUsed = code !== undefined && Boolean(heard?.lastBatchAt)
    const isOver = code !== undefined && Date.parse(code.expiresAt) <= now && !isUsed
    return (
      <Stack gap={4}>
        {code && !isUsed && (
          <Code
            claim={code}
            isOver={isOver}
            failure={failure && reasons(failure)}
            isBusy={claim.isSending}
            onRenew={() => void make()}
          />
        )}
        {!isOver && !isUsed && <Example made={made} code={code?.code ?? ''} kinds={examplesOf[way]} />}
        <Heard logger={heard} now={now} />
        {code && !isUsed && (
          <Suspense fallback={null}>
            <GatewayTold loggerId={made.id} />
          </Suspense>
        )}
      </Stack>
    )
  }
  return (
    <Stack gap={3}>
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <FormActions>
        <Button kind="primary" icon="lock" busy={add.isSending || claim.isSending} onClick={() => void make()}>
          {text(way === 'gateway' ? 'connect.makeCode' : 'connect.make')}
        </Button>
      </FormActions>
    </Stack>
  )
}

interface CodeProps {
  claim: NewLoggerClaim
  /** The code was not used in time. */
  isOver: boolean
  failure: string | undefined
  isBusy: boolean
  onRenew: () => void
}

/** The code to type at the gateway; after it has expired, a button for another one. */
function Code({ claim, isOver, failure, isBusy, onRenew }: CodeProps) {
  const text = useOwnerText()
  const format = useFormat()
  if (isOver)
    return (
      <Notice
        tone="warn"
        action={
          <Button busy={isBusy} onClick={onRenew}>
            {text('connect.renewCode')}
          </Button>
        }
      >
        {failure ?? text('connect.codeOver')}
      </Notice>
    )
  return (
    <div>
      <output className={styles['claim']} dir="ltr" aria-label={text('connect.code')} data-testid="claim-code">
        {claim.code}
      </output>
      <small className={styles['until']}>
        {text('connect.codeUntil', { time: format.time(Date.parse(claim.expiresAt)) })}
      </small>
    </div>
  )
}

interface ExampleProps {
  made: LoggerWithKey
  /** Code of a gateway; empty: the example contains the key. */
  code: string
  kinds: readonly ExampleKind[]
}

function Example({ made, code, kinds }: ExampleProps) {
  const text = useOwnerText()
  const [chosen, setChosen] = useState<ExampleKind>()
  const kind = chosen ?? kinds[0] ?? 'curl'
  const example = exampleOf(kind, { origin: globalThis.location.origin, serial: made.serial, key: made.key, code })
  return (
    <Stack gap={3}>
      {code === '' && <Notice tone="warn">{text('connect.once', { serial: made.serial })}</Notice>}
      {kinds.length > 1 && (
        <div className={styles['ways']}>
          <Segmented
            label={text('connect.language')}
            value={kind}
            onChange={setChosen}
            options={kinds.map((value) => ({ value, label: text(`connect.example.${value}`) }))}
          />
        </div>
      )}
      <ExampleText testId="example">{example}</ExampleText>
      {code === '' && <small className={styles['until']}>{text('connect.untilTaken')}</small>}
    </Stack>
  )
}
