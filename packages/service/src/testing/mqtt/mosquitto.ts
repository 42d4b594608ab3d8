import { existsSync } from 'node:fs'

/** Debian's broker and its clients, which speak MQTT as most devices' libraries do. */
const programs = {
  broker: '/usr/sbin/mosquitto',
  publish: '/usr/bin/mosquitto_pub',
  subscribe: '/usr/bin/mosquitto_sub',
}

const isThere = Object.values(programs).every((path) => existsSync(path))

/** A group of tests that needs it; skipped, with the reason in its name, where it is not installed. */
export function withMosquitto(name: string, tests: (mosquitto: typeof programs) => void): void {
  if (isThere) describe(name, () => tests(programs))
  else describe.skip(`${name} (skipped: no mosquitto here)`, () => tests(programs))
}
