import type { MqttMessage } from '@helioport/contract'
import { applyMapping, matchesTopic, type PayloadMapping } from '@helioport/contract/mapping'
import { useFormat } from '@helioport/i18n'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from '../connect.module.css'
import { isBroken, type Leaf, leavesOf } from './leaves.ts'
import { entriesOf } from './mapped.ts'

export interface Clicked {
  topic: string
  path: string
  text: string
  /** The whole message: it may name the device. */
  payload: string
}

interface MessageListProps {
  messages: readonly MqttMessage[]
  mappings: readonly PayloadMapping[]
  clicked: Clicked | undefined
  onClick: (value: Clicked) => void
  now: number
}

/** The newest message of each topic. Each number in it is a button. */
export function MessageList({ messages, mappings, clicked, onClick, now }: MessageListProps) {
  const text = useOwnerText()
  const format = useFormat()
  const isMapped = (topic: string, { path }: Leaf) =>
    entriesOf(mappings).some((entry) => matchesTopic(entry.mapping.topic, topic) && entry.path === path)
  return (
    <ul className={styles['messages']} data-testid="mqtt-messages">
      {messages.map(({ topic, isOwn, payload, receivedAt }) => (
        <li key={`${isOwn} ${topic}`}>
          <span className={styles['messageHead']}>
            <bdi dir="ltr">{topic}</bdi>
            <small>{format.ago(receivedAt, now)}</small>
          </span>
          {isOwn ? (
            <>
              <Leaves
                message={{ topic, payload }}
                isMapped={(leaf) => isMapped(topic, leaf)}
                clicked={clicked}
                onClick={onClick}
              />
              <Objection message={{ topic, payload }} mappings={mappings} at={Date.parse(receivedAt)} />
            </>
          ) : (
            <small>{text('mqtt.foreign')}</small>
          )}
        </li>
      ))}
    </ul>
  )
}

type Heard = Pick<MqttMessage, 'topic' | 'payload'>

interface LeavesProps extends Pick<MessageListProps, 'clicked' | 'onClick'> {
  message: Heard
  isMapped: (leaf: Leaf) => boolean
}

function Leaves({ message: { topic, payload }, isMapped, clicked, onClick }: LeavesProps) {
  const text = useOwnerText()
  const leaves = leavesOf(payload)
  if (leaves.length === 0) return <small>{text('mqtt.noValues')}</small>
  return (
    <span className={styles['leaves']}>
      {leaves.map((leaf) => (
        <button
          key={leaf.path}
          type="button"
          className={styles['leaf']}
          disabled={!leaf.isNumber && !leaf.isTime}
          data-mapped={isMapped(leaf) ? '' : undefined}
          aria-pressed={clicked?.topic === topic && clicked.path === leaf.path}
          aria-label={text('mqtt.leaf', { topic: leaf.path === '' ? topic : leaf.path, value: leaf.text })}
          onClick={() => onClick({ topic, path: leaf.path, text: leaf.text, payload })}
        >
          <bdi dir="ltr">
            {leaf.path !== '' && <small>{leaf.path}</small>} {leaf.text}
          </bdi>
        </button>
      ))}
    </span>
  )
}

/** The reason why a message gives no frame, if there is one. */
function Objection({ message, mappings, at }: { message: Heard; mappings: readonly PayloadMapping[]; at: number }) {
  const text = useOwnerText()
  if (isBroken(message.payload)) return <small className={styles['objection']}>{text('mqtt.broken')}</small>
  const tried = mappings.map((mapping) => applyMapping(message, mapping, at))
  const [reason] = tried.flatMap((mapped) => (mapped.reason === null || mapped.reason === 'topic' ? [] : mapped.reason))
  return reason === undefined ? null : <small className={styles['objection']}>{text(`mqtt.refused.${reason}`)}</small>
}
