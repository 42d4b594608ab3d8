import { type MappedField, unitsOf } from '@helioport/contract/mapping'
import { useFormat } from '@helioport/i18n'
import { DescriptionList, Stack } from '@helioport/ui'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from '../connect.module.css'
import { useFieldLabel } from './field-label.ts'
import type { SeenFrame } from './frames.ts'

const mostDigits = 3

/** Decimals of the value. */
const digitsOf = (value: number): number =>
  [0, 1, 2].find((digits) => value.toFixed(digits) === String(Number(value.toFixed(mostDigits)))) ?? mostDigits

/** The frames that the portal would store, by device. Unknown values are named with the reason. */
export function SeenFrames({ frames, now }: { frames: readonly SeenFrame[]; now: number }) {
  const text = useOwnerText()
  const format = useFormat()
  const labelOf = useFieldLabel()
  const unitOf = (field: MappedField) => {
    const [unit = ''] = unitsOf(field)
    return unit === '1' ? '' : unit
  }
  if (frames.length === 0) return <p className={styles['heard']}>{text('mqtt.noFrame')}</p>
  return (
    <Stack gap={4}>
      {frames.map(({ serial, at, values, unknown }) => (
        <div key={serial} data-testid="mqtt-frame">
          <p className={styles['messageHead']}>
            <strong>
              <bdi>{serial}</bdi>
            </strong>
            <small>{format.ago(new Date(at).toISOString(), now)}</small>
          </p>
          <DescriptionList
            items={[
              ...values.map(([field, value]) => ({
                label: labelOf(field),
                value: <bdi>{`${format.number(value, digitsOf(value))} ${unitOf(field)}`}</bdi>,
              })),
              ...unknown.map(({ field, reason }) => ({
                label: labelOf(field),
                value: text(`mqtt.unknown.${reason}`),
              })),
            ]}
          />
        </div>
      ))}
    </Stack>
  )
}
