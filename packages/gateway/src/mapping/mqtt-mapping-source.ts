import { matchesTopic } from '@helioport/contract/mapping'
import Type from 'typebox'
import { firstLook, mqttPlaceOf, type OpenMqtt } from '../mqtt/mqtt-link.ts'
import { mappingFile } from '../source/mapping-file.ts'
import type { Reading, Source } from '../source/source.ts'
import { SourceAway, SourceTrouble } from '../source/trouble.ts'
import { GatewayMapping, messageReader, payloadOf } from './gateway-mapping.ts'
import { HeardDevices } from './heard.ts'

const MqttFile = Type.Object(
  {
    about: Type.Optional(Type.String()),
    /** `mqtt://user:password@192.168.1.3:1883` */
    broker: Type.String({ minLength: 1, maxLength: 500 }),
    /** How long a value stays valid without news, s; default 900. */
    keepSeconds: Type.Optional(Type.Number({ minimum: 5, maximum: 86_400 })),
    /**
     * Published each round: a Victron sends nothing without a keepalive (`R/<portal id>/keepalive`) in the last minute.
     */
    wake: Type.Optional(
      Type.Object(
        {
          topic: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^+#]+$' }),
          text: Type.Optional(Type.String({ maxLength: 500 })),
        },
        { additionalProperties: false },
      ),
    ),
    mappings: Type.Array(GatewayMapping, { minItems: 1, maxItems: 60 }),
  },
  { additionalProperties: false },
)

export interface MqttMappingDeps {
  openMqtt: OpenMqtt
  now: () => number
  wait: (ms: number) => Promise<void>
}

/** `--source mqtt=mapping.json`: any topics of a broker, by mappings. */
export function openMqttMapping(argument: string, { openMqtt, now, wait }: MqttMappingDeps): Source {
  const { broker, keepSeconds = 900, wake, mappings } = mappingFile(MqttFile, argument)
  const readers = mappings.map((mapping) => ({ mapping, read: messageReader(mapping) }))
  const topics = [...new Set(mappings.map(({ topic }) => topic ?? ''))]
  if (topics.includes('')) throw new Error('each mapping of MQTT needs a topic')
  const { url, name } = mqttPlaceOf(broker, '')
  const heard = new HeardDevices(keepSeconds * 1000)
  const link = openMqtt(url, topics, (topic, text, isRetained) => {
    const payload = payloadOf(text)
    for (const { mapping, read } of readers) {
      if (!matchesTopic(mapping.topic ?? '', topic)) continue
      // A retained message without a time has an unknown age.
      if (isRetained && !mapping.time) continue
      const at = now()
      heard.put(read(topic, payload, at), mapping, { kind: 'mqtt', place: topic, now: at })
    }
  })
  const look = firstLook(link, wait)
  const knock = () => {
    if (wake) link.send(wake.topic, wake.text ?? '')
  }
  // Sent early, so that the answers have arrived before the first read.
  knock()
  let isFirst = true

  return {
    name: `mqtt ${name.replace(/\/$/, '')}`,
    close: link.close,
    read: async () => {
      await look()
      const reason = link.trouble()
      if (reason !== null) throw new SourceAway(reason)
      if (!isFirst) knock()
      isFirst = false
      const readings = [...heard.devices.values()].map((device) => device.take(now()))
      const found = readings.filter((reading): reading is Reading => reading !== null)
      if (found.length === 0 && heard.trouble !== null) throw new SourceTrouble(heard.trouble)
      return found
    },
  }
}
