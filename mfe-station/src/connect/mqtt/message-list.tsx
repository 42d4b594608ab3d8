import type { MqttMessage } from '@helioport/contract'
import { matchesTopic, type PayloadMapping } from '@helioport/contract/mapping'
import { useFormat } from '@helioport/i18n'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from '../connect.module.css'
import { type Leaf, leavesOf } from './leaves.ts'

export interface Clicked {
  topic: string
  path: string
  text: string
}

interface MessageListProps {
  messages: readonly MqttMessage[]
  mappings: readonly PayloadMapping[]
  clicked: Clicked | undefined
  onClick: (value: Clicked) => void
  now: number
}

/** The newest message of each topic; each number in it is a button. */
export function MessageList({ messages, mappings, clicked, onClick, now }: MessageListProps) {
  const text = useOwnerText()
  const format = useFormat()
  const isMapped = (topic: string, { path }: Leaf) =>
    mappings.some(
      (mapping) => matchesTopic(mapping.topic, topic) && mapping.fields.some((field) => field.path === path),
    )
  return (
    <ul className={styles['messages']} data-testid="mqtt-messages">
      {messages.map(({ topic, isOwn, payload, receivedAt }) => (
        <li key={`${isOwn} ${topic}`}>
          <span className={styles['messageHead']}>
            <bdi dir="ltr">{topic}</bdi>
            <small>{format.ago(receivedAt, now)}</small>
          </span>
          {isOwn ? (
            <span className={styles['leaves']}>
              {leavesOf(payload).map((leaf) => (
                <button
                  key={leaf.path}
                  type="button"
                  className={styles['leaf']}
                  disabled={!leaf.isNumber}
                  data-mapped={isMapped(topic, leaf) ? '' : undefined}
                  aria-pressed={clicked?.topic === topic && clicked.path === leaf.path}
                  aria-label={text('mqtt.leaf', { topic: leaf.path === '' ? topic : leaf.path, value: leaf.text })}
                  onClick={() => onClick({ topic, path: leaf.path, text: leaf.text })}
                >
                  <bdi dir="ltr">
                    {leaf.path !== '' && <small>{leaf.path}</small>} {leaf.text}
                  </bdi>
                </button>
              ))}
            </span>
          ) : (
            <small>{text('mqtt.foreign')}</small>
          )}
        </li>
      ))}
    </ul>
  )
}
