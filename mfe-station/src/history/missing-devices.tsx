import { useState } from 'react'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import type { Station } from '@helioport/contract'
import {
  type ChosenPlan,
  type GuessedColumn,
  isOfDevice,
  type KnownDevice,
  keyNamed,
  sourceNamed,
} from '@helioport/import/text'
import { useText } from '@helioport/i18n'
import { Button, Notice } from '@helioport/ui'
import { all, between, Form, FormActions, NumberField, required, useForm } from '@helioport/ui/form'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A serial for a device without its own; it is a name, not a secret. */
function newSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `FILE-${Array.from(bytes, (byte) => signs[byte % signs.length]).join('')}`
}

/** Columns without a device, grouped by their source. */
function withoutDevice({ columns, series }: ChosenPlan): GuessedColumn[][] {
  const open = columns.filter(({ kind, deviceId }) => isOfDevice(kind) && deviceId === null)
  return [...Map.groupBy(open, ({ heading }) => sourceNamed(heading, series)).values()]
}

const longestName = 60

const refreshes = ['GET /devices', 'GET /loggers', 'GET /stations', 'GET /stations/:stationId'] as const

interface MissingDevicesProps {
  station: Station
  /** Capacity of the station that is not assigned to a device, kWp. */
  leftKwp: number
  devices: readonly KnownDevice[]
  chosen: ChosenPlan
  onAdded: (added: ReadonlyMap<GuessedColumn, KnownDevice>) => void
}

/**
 * Rows belong to a device. If the file has more sources than the station has devices, the missing devices are added
 * here. Devices that no column uses are assigned to the first sources.
 */
export function MissingDevices({ station, leftKwp, devices, chosen, onAdded }: MissingDevicesProps) {
  const text = useHistoryText()
  const reasons = useText('error')
  const { columns } = chosen
  const groups = withoutDevice(chosen)
  const free = devices.filter(({ id }) => columns.every(({ deviceId }) => deviceId !== id))
  const count = groups.length - free.length
  const loggers = useEndpoint('GET /loggers', { query: { stationId: station.id } })
  const addLogger = useSend('POST /loggers', { refreshes: ['GET /loggers'] })
  const addDevice = useSend('POST /devices', { refreshes })
  const [failure, setFailure] = useState<ApiErrorCode>()
  const capacityKwp = (leftKwp > 0 ? leftKwp : station.capacityKwp) / Math.max(1, count)
  const add = async (loggerId: string, nth: number, ratedKw: number, key: string) => {
    const model = text('device.nth', { nth: nth + 1 })
    // The name by which the next file, and a person, find the device again.
    const name = key.slice(0, longestName).trim() || model
    const { data } = await addDevice.send({
      body: {
        loggerId,
        serial: newSerial(),
        name,
        model,
        mpptCount: 0,
        stringCount: 0,
        sortNumber: nth,
        ratedPowerW: ratedKw * 1000,
        capacityKwp,
        installedOn: station.installedOn,
        supportsReactivePower: false,
        supportsIvScan: false,
      },
    })
    if (!data) throw new ApiError('client.badReply', 0)
    return data
  }
  const form = useForm<{ ratedKw: number | null }>({
    initial: { ratedKw: devices[0] ? devices[0].ratedPowerW / 1000 : Math.round(capacityKwp * 100) / 100 },
    rules: { ratedKw: all(required(text('device.ratedMissing')), between(0.01, 100_000, text('device.ratedMissing'))) },
    onSubmit: async ({ ratedKw }) => {
      setFailure(undefined)
      const added = new Map<GuessedColumn, KnownDevice>()
      try {
        const known = loggers.data?.[0]
        const logger = known ?? (await addLogger.send({ body: { stationId: station.id, serial: newSerial() } })).data
        if (!logger) throw new ApiError('client.badReply', 0)
        for (const [nth, group] of groups.entries()) {
          const key = keyNamed(group[0]?.heading ?? '', chosen.series)
          const device = free[nth] ?? (await add(logger.id, devices.length - free.length + nth, ratedKw ?? 0, key))
          for (const column of group) added.set(column, device)
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // The person closed the password dialog and knows that nothing was done.
        if (error.code !== 'session.proofRequired') setFailure(error.code)
      }
      if (added.size > 0) onAdded(added)
    },
  })
  const used = columns.filter(({ kind }) => kind !== 'ignore')
  const isWeather = used.length > 0 && used.every(({ kind }) => !isOfDevice(kind))
  if (isWeather && loggers.data?.length === 0) return <WeatherPlace stationId={station.id} />
  if (count <= 0) return null
  return (
    <Form form={form} label={text('device.missing', { count })}>
      <p className={styles['note']}>{text('device.missing', { count })}</p>
      <div className={styles['fields']}>
        <NumberField {...form.field('ratedKw')} label={text('device.rated')} unit="kW" required />
      </div>
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <FormActions>
        <Button icon="plus" type="submit" busy={form.isSubmitting}>
          {text('device.add', { count })}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Weather belongs to a logger: a station without a logger gets one. */
function WeatherPlace({ stationId }: { stationId: string }) {
  const text = useHistoryText()
  const reasons = useText('error')
  const addLogger = useSend('POST /loggers', { refreshes: ['GET /loggers'] })
  const [failure, setFailure] = useState<ApiErrorCode>()
  const add = async () => {
    try {
      await addLogger.send({ body: { stationId, serial: newSerial() } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'session.proofRequired') setFailure(error.code)
    }
  }
  return (
    <div className={styles['done']}>
      <p className={styles['note']}>{text('logger.missing')}</p>
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <Button icon="plus" onClick={() => void add()}>
        {text('logger.add')}
      </Button>
    </div>
  )
}
