import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's MQTT broker and its clients: the counterpart of the portal's own. */
const programs = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto_pub', '/usr/bin/mosquitto_sub']

const aptGet = '/usr/bin/apt-get'

const hasMosquitto = (): boolean => programs.every((path) => existsSync(path))

/** Installs it where packages of the system can be; without it the tests that need it are skipped, and told. */
export function installMosquitto(say: (line: string) => void): void {
  if (hasMosquitto() || process.getuid?.() !== 0 || !existsSync(aptGet)) return
  say("Installing mosquitto from the system's packages …")
  // Its own service is not wanted: a test starts what it needs.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync(aptGet, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'mosquitto', 'mosquitto-clients')
}
