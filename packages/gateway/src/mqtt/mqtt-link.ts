import mqtt from 'mqtt'
import { networkTrouble } from '../source/network-trouble.ts'
import { trouble as troubleOf, type Trouble } from '../source/trouble.ts'

/** Subscription to topics of a broker; retained messages come first. */
export interface MqttLink {
  /** Settles when it is connected and subscribed, or has failed. */
  ready: Promise<void>
  /** Why no messages come now, for people; null: it is connected. */
  trouble: () => Trouble | null
  /** Publishes once it is connected. */
  send: (topic: string, text: string) => void
  close: () => Promise<void>
}

/** @param isRetained stored by the broker, of unknown age */
export type OnMessage = (topic: string, text: string, isRetained: boolean) => void

/** @param url with user and password, for example `mqtt://me:secret@192.168.1.3:1883` */
export type OpenMqtt = (url: string, topics: readonly string[], onMessage: OnMessage) => MqttLink

const reconnectMs = 5000
/** No supported device sends more. */
const mostBytes = 64 * 1024

/** A connection that reconnects by itself and subscribes again. */
export const openMqtt: OpenMqtt = (url, topics, onMessage) => {
  const client = mqtt.connect(url, { protocolVersion: 4, clean: true, reconnectPeriod: reconnectMs })
  const place = new URL(url).host
  let trouble: Trouble | null = troubleOf('mqtt.connecting', { place })
  const ready = new Promise<void>((resolve) => {
    client.once('error', () => resolve())
    client.once('close', resolve)
    client.once('connect', () => client.once('packetreceive', () => resolve()))
  })
  client.on('error', (error) => (trouble = brokerTrouble(error, place)))
  client.on('close', () => (trouble = trouble ?? troubleOf('closed', { place })))
  client.on('connect', () => {
    trouble = null
    client.subscribe([...topics], { qos: 0 }, (error, granted) => {
      if (error) trouble = brokerTrouble(error, place)
      else if (granted?.some(({ qos }) => qos >= 128)) trouble = troubleOf('mqtt.topics', { place })
    })
  })
  client.on('message', (topic, payload, { retain }) => {
    if (payload.length <= mostBytes) onMessage(topic, payload.toString('utf8'), retain)
  })
  const send = (topic: string, text: string) => void client.publish(topic, text, { qos: 0 })
  return { ready, trouble: () => trouble, send, close: async () => client.endAsync(true) }
}

/** The first call waits for the retained messages; later calls do not. */
export function firstLook(link: MqttLink, wait: (ms: number) => Promise<void>): () => Promise<void> {
  let looked: Promise<void> | null = null
  return () => (looked ??= link.ready.then(() => wait(firstWordsMs)))
}
const firstWordsMs = 1500

/** CONNACK return codes 4 and 5 of MQTT 3.1.1: bad credentials, not authorized. */
const refusals: ReadonlySet<unknown> = new Set([4, 5])

/** Why a broker cannot be reached, or refuses. */
export const brokerTrouble = (error: Error, place: string): Trouble =>
  refusals.has((error as { code?: unknown }).code)
    ? troubleOf('mqtt.password', { place })
    : networkTrouble(error, place)

export interface MqttPlace {
  /** For the client, with password. */
  url: string
  /** For people, without password. */
  name: string
  /** Path of the URL: the prefix of all topics. */
  base: string
}

/** @throws Error that shows the form of a broker's address, without the password */
export function mqttPlaceOf(text: string, defaultBase: string): MqttPlace {
  let url: URL
  try {
    url = new URL(/^[a-z]+:\/\//i.test(text) ? text : `mqtt://${text}`)
  } catch {
    throw new Error('the broker cannot be read: write it as mqtt://user:password@192.168.1.3/solar')
  }
  if (!['mqtt:', 'mqtts:', 'ws:', 'wss:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('a broker is written as mqtt://user:password@192.168.1.3/solar')
  }
  const base = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, '') || defaultBase
  if (/[+#]/.test(base)) throw new Error('the topic behind the broker is a plain one, without + and #')
  const name = `${url.host}/${base}`
  url.pathname = ''
  return { url: url.href, name, base }
}
