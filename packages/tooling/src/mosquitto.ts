import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's MQTT broker and clients: the counterpart of the portal's MQTT code in tests. */
const programs = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto_pub', '/usr/bin/mosquitto_sub']

const aptGet = '/usr/bin/apt-get'

const hasMosquitto = (): boolean => programs.every((path) => existsSync(path))

/**
 * Installs them where this user can install system packages; otherwise the tests that need them are skipped, and named.
 */
export function installMosquitto(say: (line: string) => void): void {
  if (hasMosquitto() || process.getuid?.() !== 0 || !existsSync(aptGet)) return
  say("Installing mosquitto from the system's packages …")
  // Prevents the start of the package's own service: tests start their own broker.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync(aptGet, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'mosquitto', 'mosquitto-clients')
}
