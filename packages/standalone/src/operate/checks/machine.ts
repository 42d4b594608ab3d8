import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Place } from '../place.ts'
import { whyClosed } from '../port-closed.ts'
import { urlOf } from '../serve.ts'
import { programName } from '../settings.ts'
import { answers, diskOf, sizeText } from '../status.ts'
import { bad, type Check, type Finding, good, type Patient, warning } from './check.ts'

const leastNode = 24

export const nodeVersion: Check = {
  name: 'node',
  look: () => {
    const major = Number(process.versions.node.split('.')[0])
    if (major >= leastNode) return good(`Node ${process.versions.node}`)
    return bad(`Node ${process.versions.node} is too old`, `${programName} doctor (npm run brings Node ${leastNode} along; do not start the program with another one)`) // prettier-ignore
  },
}

function firstThere(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : firstThere(dirname(folder))
}

export const folderRights: Check = {
  name: 'folder',
  look: ({ place: { data } }) => {
    const there = firstThere(data)
    try {
      accessSync(there, constants.W_OK | constants.X_OK)
      if (there !== data) return good(`${data} will be made at the first start`)
    } catch {
      return bad(`${there} may not be written to by ${process.getuid?.() ?? 'this user'}`, `chown -R $(id -u) ${there}, or --data elsewhere`) // prettier-ignore
    }
    if (!statSync(data).isDirectory()) return bad(`${data} is no folder`, '--data names another place')
    if (!existsSync(join(data, 'helioport-data')) && readdirSync(data).length > 0)
      return bad(`${data} holds other things than a portal`, '--data names an empty folder')
    mkdirSync(join(data, 'logs'), { recursive: true })
    return good(`${data} can be written to`)
  },
}

export const disk: Check = {
  name: 'disk',
  look: ({ told, place }) => {
    const found = diskOf(firstThere(place.data))
    if (found === null) return bad(`${place.data} is on no disk`, 'df -h')
    const keep = Number(told.environment['KEEP_FREE_MB'] ?? 256) * 1024 * 1024
    const says = `${sizeText(found.freeBytes)} free of ${sizeText(found.bytes)}`
    const fix = `df -h ${place.data}; make room or KEEP_RAW_DAYS=60`
    if (found.freeBytes <= keep) return bad(`${says}: loggers are refused below ${sizeText(keep)}`, fix)
    return found.freeBytes <= 4 * keep ? warning(says, fix) : good(says)
  },
}

/** Time of the newest of some frequently written files: a clock before it has gone back. */
function newestTrace({ place }: Patient): number {
  const traces = [join(place.data, 'serving.json'), join(place.service, 'postgres.log'), join(place.releases, 'index.json')] // prettier-ignore
  return Math.max(0, ...traces.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0))
}

const madeAt = Date.UTC(2026, 10, 21)

export const clock: Check = {
  name: 'clock',
  look: (patient) => {
    const at = new Date(patient.now).toISOString()
    const fix = 'timedatectl set-ntp true, or chronyd'
    if (patient.now < madeAt) return bad(`it is said to be ${at}`, fix)
    if (newestTrace(patient) > patient.now + 60_000) return bad(`${at} is before what was written already`, fix)
    if (existsSync('/run/systemd/timesync/synchronized')) return good(`${at}, synchronised`)
    if (!existsSync('/run/systemd/system')) return good(at)
    return warning(`${at}, not known to be synchronised by systemd`, fix)
  },
}

export const ports: Check = {
  name: 'ports',
  look: async ({ told, serving }) => {
    if (serving !== null) {
      const { isReady } = await answers(serving.url, '/healthz')
      if (!isReady) return bad(`the portal does not answer at ${serving.url}`, `kill ${serving.pid}; ${programName} serve`) // prettier-ignore
      return good(`the portal answers at ${serving.url}`)
    }
    const closed = await whyClosed(told)
    if (closed === undefined) return good(`port ${told.port} of ${told.host} is free`)
    return bad(closed.says, closed.fix)
  },
}

export const addresses: Check = {
  name: 'address',
  look: ({ told }) => {
    const example = `${programName} serve --base-url https://portal.example`
    const isNear = told.host === '127.0.0.1' || told.host === '::1'
    if (told.baseUrl === undefined)
      return warning(`links in mails lead to ${urlOf(told)}, and no other name is answered`, example)
    if (!told.baseUrl.startsWith('https://'))
      return warning(`${told.baseUrl} is no https: cookies are not Secure`, example)
    if (told.trustedProxies.length === 0)
      return bad('https, and no proxy is trusted: cookies are not Secure', `${programName} serve --trusted-proxy loopback`) // prettier-ignore
    if (isNear || told.trustedProxies.join() !== 'loopback') return good(`${told.baseUrl}, behind ${told.trustedProxies.join(', ')}`) // prettier-ignore
    return warning(`it listens on ${told.host}, and trusts a proxy on this machine alone`, '--trusted-proxy names the network of the proxy') // prettier-ignore
  },
}

/** All files that must be readable only by their owner. */
export function secretFiles(place: Place): string[] {
  const keys = join(place.releases, 'keys')
  const files = ['secret-key', 'postgres-password', 'postgres-service-password'].map((name) => join(place.service, name)) // prettier-ignore
  const ofReleases = existsSync(keys)
    ? readdirSync(keys)
        .filter((name) => !name.startsWith('lock.'))
        .map((name) => join(keys, name))
    : []
  return [...files, ...ofReleases, join(place.data, 'credentials.json')].filter((path) => existsSync(path))
}

export const keyModes: Check = {
  name: 'keys',
  look: (patient) => {
    const files = secretFiles(patient.place)
    const open = files.filter((path) => (statSync(path).mode & 0o077) !== 0)
    if (open.length > 0) return open.map((path): Finding => bad(`${path} can be read by others`, `chmod 600 ${path}`))
    return good(files.length === 0 ? 'none yet' : `${files.length} files that only their owner reads`)
  },
}
