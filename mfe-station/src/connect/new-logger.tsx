import { useState } from 'react'
import { ApiError, type ApiErrorCode, useSend } from '@helioport/api-client'
import type { Logger, LoggerWithKey } from '@helioport/contract'
import { type ExampleKind, exampleOf } from '@helioport/contract/connect-examples'
import { useText } from '@helioport/i18n'
import { Button, Notice, Segmented, Stack } from '@helioport/ui'
import { FormActions } from '@helioport/ui/form'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'
import { ExampleText } from './example-text.tsx'
import { Heard } from './heard.tsx'
import { examplesOf, newLoggerSerial } from './ways.ts'

interface NewLoggerProps {
  way: keyof typeof examplesOf
  stationId: string
  loggers: readonly Logger[]
  now: number
}

/** A logger for a program: its key, shown once, in a command that can be copied, and whether something came of it. */
export function NewLogger({ way, stationId, loggers, now }: NewLoggerProps) {
  const text = useOwnerText()
  const reasons = useText('error')
  const add = useSend('POST /loggers', { refreshes: ['GET /loggers'] })
  const [made, setMade] = useState<LoggerWithKey>()
  const [failure, setFailure] = useState<ApiErrorCode>()
  const make = async () => {
    setFailure(undefined)
    try {
      const { data } = await add.send({ body: { stationId, serial: newLoggerSerial() } })
      if (data) setMade(data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The person has closed the dialog for the password, and knows that nothing was done.
      if (error.code !== 'session.proofRequired') setFailure(error.code)
    }
  }
  if (made)
    return (
      <Stack gap={4}>
        <Example made={made} kinds={examplesOf[way]} />
        <Heard logger={loggers.find(({ id }) => id === made.id)} now={now} />
      </Stack>
    )
  return (
    <Stack gap={3}>
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <FormActions>
        <Button kind="primary" icon="lock" busy={add.isSending} onClick={() => void make()}>
          {text('connect.make')}
        </Button>
      </FormActions>
    </Stack>
  )
}

function Example({ made, kinds }: { made: LoggerWithKey; kinds: readonly ExampleKind[] }) {
  const text = useOwnerText()
  const [chosen, setChosen] = useState<ExampleKind>()
  const kind = chosen ?? kinds[0] ?? 'curl'
  const example = exampleOf(kind, { origin: globalThis.location.origin, serial: made.serial, key: made.key })
  return (
    <Stack gap={3}>
      <Notice tone="warn">{text('connect.once', { serial: made.serial })}</Notice>
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
    </Stack>
  )
}
