import { httpIngestDoor, type IngestDoor } from '@helioport/gateway/ingest-door'
import { type MqttIngestDoor, mqttIngestDoor } from './mqtt-ingest-door.ts'

export interface IngestWays {
  of: (logger: number) => IngestDoor
  close: () => Promise<void>
}

/** Chooses HTTP or MQTT per logger: the given share of the loggers, evenly spread, uses MQTT. */
export function ingestWays(api: string, mqtt: { url: string; share: number } | undefined, count: number): IngestWays {
  const http = httpIngestDoor(api)
  if (!mqtt) return { of: () => http, close: async () => {} }
  const { url, share } = mqtt
  const doors = new Map<number, MqttIngestDoor>()
  for (let i = 0; i < count; i++) {
    if (Math.floor((i + 1) * share + 1e-9) > Math.floor(i * share + 1e-9)) doors.set(i, mqttIngestDoor(url))
  }
  return {
    of: (i: number): IngestDoor => doors.get(i) ?? http,
    close: async () => void (await Promise.all([...doors.values()].map((door) => door.close()))),
  }
}
