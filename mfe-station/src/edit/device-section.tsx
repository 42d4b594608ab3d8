import { useEndpoint } from '@helioport/api-client'
import { maxPageSize } from '@helioport/contract'
import { useAgeText, useErrorText } from '@helioport/i18n'
import { AgeBadge, Card, ErrorState, SkeletonText } from '@helioport/ui'
import { CheckboxField, SelectField, TextField } from '@helioport/ui/form'
import type { SectionProps } from './basic-section.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './edit.module.css'

const all = { page: 1, pageSize: maxPageSize }

/** Which devices belong to it, and the logger with the external sensors. */
export function DeviceSection({ form, stationId }: SectionProps & { stationId: string | null }) {
  const text = useOwnerText()
  const errorText = useErrorText()
  const ageText = useAgeText()
  const unassigned = useEndpoint('GET /devices/unassigned', { query: all })
  const own = useEndpoint(
    'GET /devices',
    { query: { ...all, ...(stationId ? { stationId } : {}) } },
    { enabled: stationId !== null },
  )
  const failed = unassigned.error ?? own.error
  const devices = [...(stationId ? (own.data ?? []) : []), ...(unassigned.data ?? [])]
  const isLoading = unassigned.isLoading || own.isLoading
  const { deviceIds, hasCollector, collectorDeviceId } = form.values
  const { error, disabled, onLeave } = form.field('deviceIds')

  const choose = (deviceId: string, isChosen: boolean) => {
    const chosen = isChosen ? [...deviceIds, deviceId] : deviceIds.filter((id) => id !== deviceId)
    form.setValue('deviceIds', chosen)
    if (!chosen.includes(collectorDeviceId)) form.setValue('collectorDeviceId', onlyOf(chosen))
  }
  const takeCollector = (isUsed: boolean) => {
    form.setValue('hasCollector', isUsed)
    if (isUsed && collectorDeviceId === '') form.setValue('collectorDeviceId', onlyOf(deviceIds))
  }
  const choices = devices.filter(({ id }) => deviceIds.includes(id)).map(({ id, name }) => ({ value: id, label: name }))

  return (
    <Card title={text('section.devices')} subtitle={text('section.devicesHint')}>
      {failed && devices.length === 0 ? (
        <ErrorState {...errorText(failed, unassigned.error ? unassigned.refetch : own.refetch)} />
      ) : isLoading ? (
        <SkeletonText lines={3} />
      ) : devices.length === 0 ? (
        <p className={styles['hint']}>{text('devices.none')}</p>
      ) : (
        <ul className={styles['devices']} aria-label={text('section.devices')}>
          {devices.map(({ id, name, serial, model, age }) => (
            <li key={id}>
              <CheckboxField
                name={`device ${id}`}
                value={deviceIds.includes(id)}
                label={name}
                hint={`${model} · ${serial}`}
                onChange={(isChosen) => choose(id, isChosen)}
                {...{ onLeave, disabled, error: undefined }}
              />
              <AgeBadge state={age.state} label={ageText(age)} />
            </li>
          ))}
        </ul>
      )}
      {error && <p className={styles['error']}>{error}</p>}
      {stationId !== null && own.data?.some(({ id }) => !deviceIds.includes(id)) && (
        <p className={styles['hint']}>{text('devices.releaseHint')}</p>
      )}
      <div className={styles['fields']}>
        <CheckboxField
          {...form.field('hasCollector')}
          onChange={takeCollector}
          label={text('field.hasCollector')}
          hint={text('field.hasCollectorHint')}
        />
        {hasCollector && (
          <>
            <TextField
              {...form.field('collectorSerial')}
              label={text('field.collectorSerial')}
              hint={text('field.collectorSerialHint')}
              required
            />
            <SelectField
              {...form.field('collectorDeviceId')}
              label={text('field.collectorDevice')}
              options={[{ value: '', label: text('field.choose') }, ...choices]}
              required
            />
          </>
        )}
      </div>
    </Card>
  )
}

/** The one of one; of more a person has to say which. */
const onlyOf = (ids: readonly string[]) => (ids.length === 1 ? (ids[0] ?? '') : '')
