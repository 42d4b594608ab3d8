import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../base/service.ts'
import { type Broker, type BrokerOptions, openBroker } from '../mqtt/broker.ts'
import type { Environment } from './settings.ts'

/** Interval of retries while the port is taken: possibly by the former instance, which is shutting down. */
const usualAgainMs = 5_000

/**
 * Starts the portal's own MQTT broker if a port is set; once it listens, owners see its address. While the port is
 * taken, the rest of the service runs without the broker, with retries.
 * @throws Error for settings that can never work.
 */
export async function startBroker(
  service: Service,
  environment: Environment,
  log: (line: string, error?: unknown) => void,
  againMs = usualAgainMs,
): Promise<{ close: () => Promise<void> } | null> {
  const options = optionsOf(environment)
  if (options === null) return null
  const host = options.certificate ? (environment.mqttHost ?? new URL(service.settings.baseUrl).hostname) : '127.0.0.1'
  const open = async (): Promise<Broker | null> => {
    try {
      const broker = await openBroker(service, options, log)
      service.settings.mqtt = { host, port: broker.port, isTls: options.certificate !== undefined }
      return broker
    } catch (error) {
      log(`the MQTT broker cannot listen on port ${options.port}; it is tried again`, error)
      return null
    }
  }
  const closing = new AbortController()
  const opened = await open()
  const opening = opened ? Promise.resolve(opened) : openLater(open, againMs, closing.signal)
  return {
    close: async () => {
      closing.abort()
      await (await opening)?.close()
    },
  }
}

async function openLater(
  open: () => Promise<Broker | null>,
  againMs: number,
  ended: AbortSignal,
): Promise<Broker | null> {
  while (!ended.aborted) {
    await wait(againMs, undefined, { signal: ended, ref: false }).catch(() => {})
    const broker = ended.aborted ? null : await open()
    if (broker) return broker
  }
  return null
}

function optionsOf({ mqttPort, mqttCertificate, mqttCertificateKey }: Environment): BrokerOptions | null {
  if (mqttPort === undefined) return null
  const port = Number(mqttPort)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('MQTT_PORT is a port.')
  if ((mqttCertificate === undefined) !== (mqttCertificateKey === undefined))
    throw new Error('MQTT_CERTIFICATE and MQTT_CERTIFICATE_KEY go together.')
  const certificate =
    mqttCertificate !== undefined && mqttCertificateKey !== undefined
      ? { read: () => ({ cert: readFileSync(mqttCertificate), key: readFileSync(mqttCertificateKey) }) }
      : undefined
  return { port, certificate }
}
