import type { PayloadMapping } from '@helioport/contract/mapping'
import { IconButton } from '@helioport/ui'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from '../connect.module.css'
import { useFieldLabel } from './field-label.ts'
import { entriesOf, withoutEntry } from './mapped.ts'

interface MappingListProps {
  mappings: readonly PayloadMapping[]
  onChange: (mappings: readonly PayloadMapping[]) => void
}

/** Longer lists, as of a known program, are folded. */
const mostOpen = 8

/** All items that are read from the messages; each can be removed. */
export function MappingList({ mappings, onChange }: MappingListProps) {
  const text = useOwnerText()
  const labelOf = useFieldLabel()
  const entries = entriesOf(mappings)
  if (entries.length === 0) return null
  return (
    <details open={entries.length <= mostOpen}>
      <summary className={styles['heading']}>{text('mqtt.mapped', { count: entries.length })}</summary>
      <ul className={styles['entries']} data-testid="mqtt-mapped">
        {entries.map((entry) => {
          const { mapping, field, path, unit } = entry
          const from = `${deviceOf(mapping)}${[mapping.topic, path].filter((step) => step !== '').join(' › ')}`
          return (
            <li key={`${mapping.topic} ${JSON.stringify(mapping.serial)} ${field}`}>
              <span>
                {labelOf(field)} <Unit unit={unit} />
                <small>
                  <bdi dir="ltr">{from}</bdi>
                </small>
              </span>
              <IconButton
                icon="trash"
                label={text('mqtt.forget', { what: labelOf(field), from })}
                onClick={() => onChange(withoutEntry(mappings, entry))}
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** A serial that comes from the topic is already visible in the topic. */
const deviceOf = ({ serial }: PayloadMapping) =>
  serial.from === 'fixed' ? `${serial.serial}: ` : serial.from === 'payload' ? `${serial.path}: ` : ''

const unitless = ['1', 's', 'ms', 'iso']

const Unit = ({ unit }: { unit: string }) => (unitless.includes(unit) ? null : <small>{unit}</small>)
