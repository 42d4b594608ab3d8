import { existsSync } from 'node:fs'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { type Broker, openBroker } from '../../mqtt/broker.ts'
import type { Pace } from '../../mqtt/framer.ts'
import type { TestPortal } from '../test-portal.ts'

/** Makes frames at once, so that tests need not wait for pauses of a device. */
const hasty: Pace = { quietMs: 100, atMostMs: 5_000, everyMs: 0 }

export interface TestBroker extends Broker {
  /** Errors of the broker's log. */
  log: unknown[]
  /** Connects a device once; rejects with the broker's reason when it is refused. */
  connect: (userName: string, password: string, options?: IClientOptions) => Promise<MqttClient>
}

/** A broker of the portal's service, with MQTT clients; `close` ends all of them. */
export async function startTestBroker(portal: TestPortal, pace: Pace = hasty): Promise<TestBroker> {
  const log: unknown[] = []
  const broker = await openBroker(portal.service, { port: 0, pace, homeEveryMs: 50 }, (line, error) =>
    log.push([line, error]),
  )
  const clients: MqttClient[] = []
  return {
    ...broker,
    log,
    connect: async (username, password, options = {}) => {
      const client = await mqtt.connectAsync(
        `mqtt://127.0.0.1:${broker.port}`,
        { username, password, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 5_000, ...options },
        false,
      )
      clients.push(client)
      // Some tests expect the broker to end the connection.
      client.on('error', () => {})
      return client
    },
    close: async () => {
      for (const client of clients) client.end(true)
      await broker.close()
    },
  }
}

/** Debian's broker and its clients, which speak MQTT as most devices' libraries do. */
const programs = {
  broker: '/usr/sbin/mosquitto',
  publish: '/usr/bin/mosquitto_pub',
  subscribe: '/usr/bin/mosquitto_sub',
}

const isThere = Object.values(programs).every((path) => existsSync(path))

/** A group of tests that needs mosquitto; where it is not installed, skipped with the reason in its name. */
export function withMosquitto(name: string, tests: (mosquitto: typeof programs) => void): void {
  if (isThere) describe(name, () => tests(programs))
  else describe.skip(`${name} (skipped: no mosquitto here)`, () => tests(programs))
}
