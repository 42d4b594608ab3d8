import type { ExampleKind } from '@helioport/contract/connect-examples'

export const connectWays = ['gateway', 'mqtt', 'homeAssistant', 'script', 'file', 'virtual'] as const
export type ConnectWay = (typeof connectWays)[number]

/** Examples for each way that sends over HTTP. */
export const examplesOf = {
  gateway: ['gatewaySearch', 'gatewaySunspec', 'gatewayFronius', 'gatewayHuawei', 'gatewayShelly'],
  script: ['curl', 'python', 'node'],
  homeAssistant: ['homeAssistant'],
} as const satisfies Record<Exclude<ConnectWay, 'file' | 'mqtt' | 'virtual'>, readonly ExampleKind[]>

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A serial for senders without their own, such as a program or a home server. It is a name, not a secret. */
export function newLoggerSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `HELIO-${Array.from(bytes, (byte) => signs[byte % signs.length]).join('')}`
}
