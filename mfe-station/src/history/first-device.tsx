import { useState } from 'react'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import { maxPageSize, type Station } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Card, Notice } from '@helioport/ui'
import { all, between, Form, FormActions, NumberField, required, TextField, useForm } from '@helioport/ui/form'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A serial for what has none of its own; it is a name, not a secret. */
function newSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `FILE-${Array.from(bytes, (byte) => signs[byte % signs.length]).join('')}`
}

const refreshes = ['GET /devices', 'GET /loggers', 'GET /stations', 'GET /stations/:stationId'] as const

/** Rows belong to a device: a station that has none gets its first one here. */
export function FirstDevice({ station }: { station: Station }) {
  const text = useHistoryText()
  const reasons = useText('error')
  const loggers = useEndpoint('GET /loggers', { query: { page: 1, pageSize: maxPageSize } })
  const addLogger = useSend('POST /loggers', { refreshes: ['GET /loggers'] })
  const addDevice = useSend('POST /devices', { refreshes })
  const [failure, setFailure] = useState<ApiErrorCode>()
  const form = useForm<{ name: string; ratedKw: number | null }>({
    initial: { name: '', ratedKw: station.capacityKwp },
    rules: {
      name: required(text('device.nameMissing')),
      ratedKw: all(required(text('device.ratedMissing')), between(0.01, 100_000, text('device.ratedMissing'))),
    },
    onSubmit: async ({ name, ratedKw }) => {
      setFailure(undefined)
      try {
        const known = loggers.data?.find(({ stationId }) => stationId === station.id)
        const logger = known ?? (await addLogger.send({ body: { stationId: station.id, serial: newSerial() } })).data
        if (!logger) throw new ApiError('client.badReply', 0)
        await addDevice.send({
          body: {
            loggerId: logger.id,
            serial: newSerial(),
            name: name.trim(),
            model: name.trim(),
            mpptCount: 0,
            stringCount: 0,
            sortNumber: 0,
            ratedPowerW: (ratedKw ?? 0) * 1000,
            capacityKwp: station.capacityKwp,
            installedOn: station.installedOn,
            supportsReactivePower: false,
            supportsIvScan: false,
          },
        })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // The person has closed the dialog for the password, and knows that nothing was done.
        if (error.code !== 'session.proofRequired') setFailure(error.code)
      }
    },
  })
  return (
    <Card title={text('device.title')} subtitle={text('device.hint')}>
      <Form form={form} label={text('device.title')}>
        <div className={styles['fields']}>
          <TextField {...form.field('name')} label={text('device.name')} required />
          <NumberField {...form.field('ratedKw')} label={text('device.rated')} unit="kW" required />
        </div>
        {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
        <FormActions>
          <Button kind="primary" icon="plus" type="submit" busy={form.isSubmitting}>
            {text('device.add')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
