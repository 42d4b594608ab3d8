import type { OnMessage, OpenMqtt } from '../mqtt/mqtt-link.ts'
import type { Trouble } from '../source/trouble.ts'

export interface FakeMqtt {
  openMqtt: OpenMqtt
  topics: string[]
  hear: (messages: Readonly<Record<string, string>>, isRetained?: boolean) => void
  trouble: Trouble | null
  isClosed: boolean
  /** Messages that were published to it. */
  sent: [topic: string, text: string][]
}

/** A broker that sends what a test wants. */
export function fakeMqtt(): FakeMqtt {
  let onMessage: OnMessage = () => undefined
  const fake: FakeMqtt = {
    topics: [],
    trouble: null,
    isClosed: false,
    sent: [],
    hear: (messages, isRetained = false) => {
      for (const [topic, text] of Object.entries(messages)) onMessage(topic, text, isRetained)
    },
    openMqtt: (_url, topics, listener) => {
      fake.topics.push(...topics)
      onMessage = listener
      return {
        ready: Promise.resolve(),
        trouble: () => fake.trouble,
        send: (topic, text) => void fake.sent.push([topic, text]),
        close: () => {
          fake.isClosed = true
          return Promise.resolve()
        },
      }
    },
  }
  return fake
}
