import { readFileSync } from 'node:fs'
import type { Service } from '../base/service.ts'
import { type Broker, openBroker } from '../mqtt/broker.ts'
import type { Environment } from './settings.ts'

/** The portal's own MQTT broker where a port is set for it; from then on owners are told where it is. */
export async function startBroker(
  service: Service,
  { mqttPort, mqttCertificate, mqttCertificateKey, mqttHost }: Environment,
  log: (line: string, error?: unknown) => void,
): Promise<Broker | null> {
  if (mqttPort === undefined) return null
  const port = Number(mqttPort)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('MQTT_PORT is a port.')
  if ((mqttCertificate === undefined) !== (mqttCertificateKey === undefined))
    throw new Error('MQTT_CERTIFICATE and MQTT_CERTIFICATE_KEY go together.')
  const certificate =
    mqttCertificate !== undefined && mqttCertificateKey !== undefined
      ? { read: () => ({ cert: readFileSync(mqttCertificate), key: readFileSync(mqttCertificateKey) }) }
      : undefined
  const broker = await openBroker(service, { port, certificate }, log)
  const host = certificate ? (mqttHost ?? new URL(service.settings.baseUrl).hostname) : '127.0.0.1'
  service.settings.mqtt = { host, port: broker.port, isTls: certificate !== undefined }
  return broker
}
