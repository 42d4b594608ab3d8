import { useWholeList } from '@helioport/api-client'
import { useAgeText, useErrorText } from '@helioport/i18n'
import { AgeBadge, Card, ErrorState, SkeletonText } from '@helioport/ui'
import { CheckboxField, SelectField, TextField } from '@helioport/ui/form'
import type { SectionProps } from './basic-section.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './edit.module.css'

/** The devices to choose from: those of the station and those without a station. */
function useChoices(stationId: string | null) {
  const unassigned = useWholeList('GET /devices/unassigned', {})
  const own = useWholeList('GET /devices', { query: stationId ? { stationId } : {} }, { enabled: stationId !== null })
  const ofStation = stationId === null ? [] : (own.data ?? [])
  return {
    ofStation,
    devices: [...ofStation, ...(unassigned.data ?? [])],
    error: unassigned.error ?? own.error,
    refetch: unassigned.error ? unassigned.refetch : own.refetch,
    isLoading: unassigned.isLoading || own.isLoading,
  }
}
type Choices = ReturnType<typeof useChoices>

/** The devices of the station, and the logger with the external sensors. */
export function DeviceSection({ form, stationId }: SectionProps & { stationId: string | null }) {
  const text = useOwnerText()
  const choices = useChoices(stationId)
  const { deviceIds } = form.values
  const { error } = form.field('deviceIds')
  return (
    <Card title={text('section.devices')} subtitle={text('section.devicesHint')}>
      <DeviceChoices form={form} choices={choices} />
      {error && <p className={styles['error']}>{error}</p>}
      {choices.ofStation.some(({ id }) => !deviceIds.includes(id)) && (
        <p className={styles['hint']}>{text('devices.releaseHint')}</p>
      )}
      <CollectorFields form={form} choices={choices} />
    </Card>
  )
}

function DeviceChoices({ form, choices }: SectionProps & { choices: Choices }) {
  const text = useOwnerText()
  const errorText = useErrorText()
  const ageText = useAgeText()
  const { deviceIds, collectorDeviceId } = form.values
  const { disabled, onLeave } = form.field('deviceIds')
  const choose = (deviceId: string, isChosen: boolean) => {
    const chosen = isChosen ? [...deviceIds, deviceId] : deviceIds.filter((id) => id !== deviceId)
    form.setValue('deviceIds', chosen)
    if (!chosen.includes(collectorDeviceId)) form.setValue('collectorDeviceId', onlyOf(chosen))
  }
  const { devices, error, refetch, isLoading } = choices
  if (error && devices.length === 0) return <ErrorState {...errorText(error, refetch)} />
  if (isLoading) return <SkeletonText lines={3} />
  if (devices.length === 0) return <p className={styles['hint']}>{text('devices.none')}</p>
  return (
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
  )
}

function CollectorFields({ form, choices: { devices } }: SectionProps & { choices: Choices }) {
  const text = useOwnerText()
  const { deviceIds, hasCollector, collectorDeviceId } = form.values
  const takeCollector = (isUsed: boolean) => {
    form.setValue('hasCollector', isUsed)
    if (isUsed && collectorDeviceId === '') form.setValue('collectorDeviceId', onlyOf(deviceIds))
  }
  const chosen = devices.filter(({ id }) => deviceIds.includes(id)).map(({ id, name }) => ({ value: id, label: name }))
  return (
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
            options={[{ value: '', label: text('field.choose') }, ...chosen]}
            required
          />
        </>
      )}
    </div>
  )
}

/** The only id; with several, the person must choose. */
const onlyOf = (ids: readonly string[]) => (ids.length === 1 ? (ids[0] ?? '') : '')
