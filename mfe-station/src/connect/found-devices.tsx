import { useState } from 'react'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import type { FoundDevice, Logger, Station } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Card, Figure, Notice, SkeletonText } from '@helioport/ui'
import { all, between, Form, FormActions, NumberField, required, TextField, useForm } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import { Failure } from '../station/failure.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'

const refreshes = [
  'GET /loggers',
  'GET /loggers/:loggerId/found-devices',
  'GET /stations',
  'GET /stations/:stationId',
] as const

interface FoundDevicesProps {
  logger: Logger
  station: Station
  now: number
}

/** Devices that a logger reports and that are not part of the station yet: one click each adds them. */
export function FoundDevices({ logger, station, now }: FoundDevicesProps) {
  const text = useOwnerText()
  const found = useEndpoint('GET /loggers/:loggerId/found-devices', { params: { loggerId: logger.id } })
  const share = station.capacityKwp / Math.max(1, found.data?.length ?? 1)
  return (
    <Card title={text('connect.found')} subtitle={text('connect.foundAt', { serial: logger.serial })}>
      {found.error && !found.data && (
        <Failure title={text('failed.load')} error={found.error} onRetry={found.refetch} />
      )}
      {found.isLoading && <SkeletonText lines={3} />}
      <ul className={styles['found']}>
        {(found.data ?? []).map((device) => (
          <li key={device.serial}>
            <TakeOver device={device} loggerId={logger.id} station={station} shareKwp={share} now={now} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface TakeOverProps {
  device: FoundDevice
  loggerId: string
  station: Station
  /** Share of the station's capacity, used when nothing tells the device's own, kWp. */
  shareKwp: number
  now: number
}

function TakeOver({ device, loggerId, station, shareKwp, now }: TakeOverProps) {
  const text = useOwnerText()
  const reasons = useText('error')
  const format = useFormat()
  const add = useSend('POST /devices', { refreshes })
  const [failure, setFailure] = useState<ApiErrorCode>()
  // Until the refetched list arrives without the device: a second click would be refused as a duplicate.
  const [isTaken, setTaken] = useState(false)
  const { serial, model, powerW, ratedPowerW, mpptCount, stringCount } = device
  const form = useForm<{ name: string; ratedKw: number | null }>({
    initial: {
      name: model ?? serial,
      ratedKw: ratedPowerW === null ? guessedKw(shareKwp, powerW) : ratedPowerW / 1000,
    },
    rules: {
      name: required(text('connect.nameMissing')),
      ratedKw: all(required(text('connect.ratedMissing')), between(0.01, 100_000, text('connect.ratedMissing'))),
    },
    onSubmit: async ({ name, ratedKw }) => {
      if (isTaken) return
      setFailure(undefined)
      try {
        await add.send({
          body: {
            loggerId,
            serial,
            name: name.trim(),
            model: model || serial,
            mpptCount,
            stringCount,
            sortNumber: 0,
            ratedPowerW: (ratedKw ?? 0) * 1000,
            capacityKwp: ratedPowerW === null ? guessedKw(shareKwp, powerW) : ratedPowerW / 1000,
            installedOn: station.installedOn,
            supportsReactivePower: false,
            supportsIvScan: false,
          },
        })
        setTaken(true)
        toast({ tone: 'good', text: text('connect.taken', { name }) })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setFailure(error.code)
      }
    },
  })
  const power = format.power(powerW)
  return (
    <Form form={form} label={text('connect.takeOf', { serial })}>
      <div className={styles['device']}>
        <span>
          <strong>{model ?? serial}</strong>
          <small>
            <bdi>{serial}</bdi> · {format.ago(device.lastAt, now)}
          </small>
        </span>
        <Figure value={power.value} unit={power.unit} size="m" />
      </div>
      <div className={styles['fields']}>
        <TextField {...form.field('name')} label={text('field.name')} required />
        <NumberField {...form.field('ratedKw')} label={text('connect.rated')} unit="kW" required />
      </div>
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <FormActions>
        <Button kind="primary" icon="check" type="submit" busy={form.isSubmitting || isTaken}>
          {text('connect.take')}
        </Button>
      </FormActions>
    </Form>
  )
}

/** At least the present power: readings far above the rating would be refused. */
const guessedKw = (shareKwp: number, powerW: number | null) => round(Math.max(shareKwp, (powerW ?? 0) / 1000))

/** Rounded to 10 W: a share gives no better precision. */
const round = (kwp: number) => Math.max(0.01, Math.round(kwp * 100) / 100)
