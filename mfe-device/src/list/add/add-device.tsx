import { useState } from 'react'
import { type ApiError, type ReadName, useSend, useWholeList } from '@helioport/api-client'
import type { Logger, Station } from '@helioport/contract'
import { joinParts, useErrorText, useText } from '@helioport/i18n'
import { dayAt, viewerTimeZone } from '@helioport/time'
import { Button, Empty, ErrorState, Notice, SkeletonText, Stack, useNow } from '@helioport/ui'
import { Form, FormActions, required, SelectField, useForm } from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import { type DeviceEntries, nameplateOf, newEntries, useDeviceRules } from '../../device/device-entries.ts'
import { DeviceFields } from '../../device/device-fields.tsx'
import type enUS from '../../messages/en-US.ts'

const refreshes: readonly ReadName[] = ['GET /devices', 'GET /devices/unassigned', 'GET /stations', 'GET /loggers']

interface AddDeviceProps {
  /** Stations that the person may manage. */
  stations: readonly Station[]
  onClose: () => void
}

/** Adds a device to one of the account's loggers, with or without a station. */
export function AddDevice({ stations, onClose }: AddDeviceProps) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const errorText = useErrorText()
  const { data, error, refetch } = useWholeList('GET /loggers', {})
  return (
    <Modal open title={text('add.title')} onClose={onClose} closeLabel={common('action.close')}>
      {data === undefined ? (
        error ? (
          <ErrorState {...errorText(error, refetch)} />
        ) : (
          <SkeletonText lines={6} />
        )
      ) : data.length === 0 ? (
        <Empty icon="device" title={text('add.noLoggers')} />
      ) : (
        <AddForm loggers={data} stations={stations} onClose={onClose} />
      )}
    </Modal>
  )
}

interface AddEntries extends DeviceEntries {
  /** Empty: no station yet. */
  stationId: string
  loggerId: string
}

function AddForm({ loggers, stations, onClose }: AddDeviceProps & { loggers: readonly Logger[] }) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<ApiError>()
  const add = useAdding(loggers)
  const [first] = loggers
  const form = useForm<AddEntries>({
    initial: {
      ...newEntries(dayAt(useNow(60_000), viewerTimeZone())),
      stationId: first?.stationId ?? '',
      loggerId: first?.id ?? '',
    },
    rules: { ...useDeviceRules(), loggerId: required(common('field.required')) },
    onSubmit: async (entries) => {
      setFailure(undefined)
      try {
        const reason = await add(entries)
        if (reason === undefined) toast({ tone: 'good', text: text('add.added', { name: entries.name }) })
        else {
          const { detail } = errorText(reason)
          toast({ tone: 'bad', text: text('add.onlyAdded', { name: entries.name, reason: detail }) })
        }
        onClose()
      } catch (error) {
        setFailure(error as ApiError)
      }
    },
  })
  return (
    <Form form={form} label={text('add.title')}>
      <Stack gap={4}>
        {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
        <SelectField
          {...form.field('loggerId')}
          label={text('info.logger')}
          options={loggers.map(({ id, serial, stationName }) => ({
            value: id,
            label: joinParts([serial, stationName]),
          }))}
        />
        <SelectField
          {...form.field('stationId')}
          label={text('info.station')}
          hint={form.values.stationId === '' ? text('add.noneHint') : undefined}
          options={[
            { value: '', label: text('add.none') },
            ...stations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <DeviceFields form={form} kind="add" />
      </Stack>
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text('add.submit')}
        </Button>
        <Button onClick={onClose}>{common('action.cancel')}</Button>
      </FormActions>
    </Form>
  )
}

/**
 * Adds the device, and assigns it to the chosen station where that is not its logger's. Rejects if it was not added;
 * resolves to the error if only the assignment failed.
 */
function useAdding(loggers: readonly Logger[]) {
  const toStation = useSend('POST /devices', { refreshes })
  const toNone = useSend('POST /devices/unassigned', { refreshes })
  const assign = useSend('POST /stations/:stationId/devices', { refreshes })
  return async ({ stationId, loggerId, ...entries }: AddEntries): Promise<ApiError | undefined> => {
    const { serial, name, installedOn, sortNumber } = entries
    const body = { ...nameplateOf(entries), loggerId, serial, name, installedOn, sortNumber: sortNumber ?? 0 }
    if (stationId !== '' && loggers.find(({ id }) => id === loggerId)?.stationId === stationId) {
      await toStation.send({ body })
      return undefined
    }
    const { data } = await toNone.send({ body })
    if (stationId === '' || !data) return undefined
    try {
      await assign.send({ params: { stationId }, body: { deviceIds: [data.id] } })
      return undefined
    } catch (error) {
      return error as ApiError
    }
  }
}
