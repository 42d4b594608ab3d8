import {
  type ChosenPlan,
  columnKinds,
  type Guess,
  type GuessedColumn,
  isOfDevice,
  type KnownDevice,
  type Unit,
  unitsOf,
} from '@helioport/import/text'
import { Notice } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'
import { TimeChoices } from './time-choices.tsx'

interface ColumnsFormProps {
  guess: Guess
  chosen: ChosenPlan
  devices: readonly KnownDevice[]
  /** Number of chosen files. */
  files: number
  onChange: (chosen: ChosenPlan) => void
}

/** The guessed meaning of the columns, and the choices that only a person can make. */
export function ColumnsForm({ guess, chosen, devices, files, onChange }: ColumnsFormProps) {
  const text = useHistoryText()
  const change = (nth: number, changed: Partial<GuessedColumn>) =>
    onChange({ ...chosen, columns: chosen.columns.map((own, i) => (i === nth ? { ...own, ...changed } : own)) })
  const isUnclear = chosen.columns.some(
    ({ kind, unit, deviceId }) => kind !== 'ignore' && (unit === null || (isOfDevice(kind) && deviceId === null)),
  )
  return (
    <>
      <TimeChoices guess={guess} chosen={chosen} files={files} onChange={onChange} />
      {isUnclear && <Notice tone="warn">{text('columns.unclear')}</Notice>}
      <ul className={styles['columns']} aria-label={text('columns')}>
        {chosen.columns.map((column, nth) => (
          <li key={`${nth} ${column.heading}`} data-ignored={column.kind === 'ignore' ? '' : undefined}>
            <span className={styles['heading']}>
              <bdi>{column.heading || '–'}</bdi>
              <small>
                <bdi>{column.examples.join(' · ')}</bdi>
              </small>
            </span>
            <ChoiceField
              label={text('column.kind', { name: column.heading })}
              value={column.kind}
              options={columnKinds.map((value) => ({ value, label: text(`kind.${value}`) }))}
              onChange={(kind) =>
                change(nth, { kind, unit: fitting(kind, column), deviceId: isOfDevice(kind) ? column.deviceId : null })
              }
            />
            {column.kind !== 'ignore' && (
              <ChoiceField
                label={text('column.unit', { name: column.heading })}
                value={column.unit ?? ''}
                options={[
                  ...(column.unit === null ? [{ value: '' as const, label: text('column.unit.ask') }] : []),
                  ...unitsOf(column.kind).map((value) => ({ value, label: labelOf(value) })),
                ]}
                onChange={(unit) => change(nth, { unit: unit === '' ? null : unit })}
              />
            )}
            {isOfDevice(column.kind) && (
              <ChoiceField
                label={text('column.device', { name: column.heading })}
                value={column.deviceId ?? ''}
                options={[
                  { value: '', label: text('column.device.ask') },
                  ...devices.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(deviceId) => change(nth, { deviceId: deviceId === '' ? null : deviceId })}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The unit that a column keeps when its kind changes; null: none fits. */
function fitting(kind: GuessedColumn['kind'], { unit }: GuessedColumn): Unit | null {
  return unitsOf(kind).find((each) => each === unit) ?? null
}

const signs: Partial<Record<Unit, string>> = { C: '°C', F: '°F', 'W/m2': 'W/m²', 'kW/m2': 'kW/m²' }
const labelOf = (unit: Unit) => signs[unit] ?? unit
