import type { OnMessage, OpenMqtt } from '../mqtt/mqtt-link.ts'

export interface FakeMqtt {
  openMqtt: OpenMqtt
  topics: string[]
  hear: (messages: Readonly<Record<string, string>>) => void
  trouble: string | null
  isClosed: boolean
}

/** A broker that says what a test wants. */
export function fakeMqtt(): FakeMqtt {
  let onMessage: OnMessage = () => undefined
  const fake: FakeMqtt = {
    topics: [],
    trouble: null,
    isClosed: false,
    hear: (messages) => {
      for (const [topic, text] of Object.entries(messages)) onMessage(topic, text)
    },
    openMqtt: (_url, topics, listener) => {
      fake.topics.push(...topics)
      onMessage = listener
      return {
        trouble: () => fake.trouble,
        close: () => {
          fake.isClosed = true
          return Promise.resolve()
        },
      }
    },
  }
  return fake
}
