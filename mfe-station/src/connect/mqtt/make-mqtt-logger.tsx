import { useState } from 'react'
import { ApiError, type ApiErrorCode, useSend } from '@helioport/api-client'
import type { LoggerWithKey } from '@helioport/contract'
import { presets } from '@helioport/contract/mapping-presets'
import { useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import { FormActions } from '@helioport/ui/form'
import { useOwnerText } from '../../station/owner-texts.ts'
import { newLoggerSerial } from '../ways.ts'
import type { Source } from './place.ts'

interface MakeMqttLoggerProps {
  stationId: string
  source: Source
  onMade: (logger: LoggerWithKey) => void
}

/** Creates a logger with its key and with the mappings of the chosen source. */
export function MakeMqttLogger({ stationId, source, onMade }: MakeMqttLoggerProps) {
  const text = useOwnerText()
  const reasons = useText('error')
  const add = useSend('POST /loggers', { refreshes: ['GET /loggers'] })
  const save = useSend('PUT /loggers/:loggerId/mqtt/mappings', { refreshes: ['GET /loggers/:loggerId/mqtt'] })
  const [failure, setFailure] = useState<ApiErrorCode>()
  const make = async () => {
    setFailure(undefined)
    try {
      const { data } = await add.send({ body: { stationId, serial: newLoggerSerial() } })
      if (!data) return
      // The key is returned only once: it is shown even if the next request fails.
      onMade(data)
      if (source !== 'own') await save.send({ params: { loggerId: data.id }, body: { mappings: [...presets[source]] } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The person closed the password dialog and knows that nothing was done.
      if (error.code !== 'session.proofRequired') setFailure(error.code)
    }
  }
  return (
    <Stack gap={3}>
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <FormActions>
        <Button kind="primary" icon="lock" busy={add.isSending} onClick={() => void make()}>
          {text('mqtt.make')}
        </Button>
      </FormActions>
    </Stack>
  )
}
