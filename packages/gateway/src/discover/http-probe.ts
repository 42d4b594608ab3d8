import { type GetJson, HttpRefusal } from '../http/get-json.ts'
import { fieldAt, fieldsOf, textAt } from '../source/json-fields.ts'
import { tidyName } from '../source/tidy.ts'
import type { Found } from './found.ts'

type Recognized = Omit<Found, 'address' | 'port'>

/** Questions to a device, in order, until it answers like a device of that maker. All only read. */
const questions: [path: string, recognize: (answer: unknown, host: string) => Recognized | null][] = [
  ['/shelly', shelly],
  ['/solar_api/GetAPIVersion.cgi', fronius],
  ['/v1/status', vsn],
  ['/api/livedata/status', openDtu],
]

/** @returns null: an unknown device, or no answer */
export async function probeHttp(getJson: GetJson, address: string, port: number): Promise<Found | null> {
  const host = port === 80 ? address : `${address}:${port}`
  for (const [path, recognize] of questions) {
    const answer = await getJson(`http://${host}${path}`).catch((error: unknown) => error)
    const recognized = recognize(answer, host)
    if (recognized) return { address, port, ...recognized }
    // Waiting for every time-out would take a minute.
    if (answer instanceof Error && !(answer instanceof HttpRefusal) && !/JSON|bytes/.test(answer.message)) return null
  }
  return null
}

/** Only its owner knows the password, so there is no option that a program may use as it is. */
const locked = (line: string) => ({ source: null, note: `It wants a password: --source ${line}` })

function shelly(answer: unknown, host: string): Recognized | null {
  const mac = textAt(answer, 'mac')
  const model = textAt(answer, 'app') ?? textAt(answer, 'model') ?? textAt(answer, 'type')
  if (mac === undefined || model === undefined) return null
  const isLocked = fieldAt(answer, 'auth_en') === true || fieldAt(answer, 'auth') === true
  const plain = { kind: 'shelly', model: tidyName('Shelly', model), serial: mac }
  return isLocked
    ? { ...plain, ...locked(`shelly=http://admin:PASSWORD@${host}`) }
    : { ...plain, source: `shelly=${host}` }
}

function fronius(answer: unknown, host: string): Recognized | null {
  if (!textAt(answer, 'BaseURL')?.includes('solar_api')) return null
  return { kind: 'fronius', model: 'Fronius', source: `fronius=${host}` }
}

function vsn(answer: unknown, host: string): Recognized | null {
  const isLocked = answer instanceof HttpRefusal && answer.status === 401 && /x-digest/i.test(answer.challenge ?? '')
  const keys = Object.keys(fieldsOf(fieldAt(answer, 'keys')))
  if (!isLocked && !keys.some((key) => key.startsWith('logger.'))) return null
  const serial = textAt(fieldAt(answer, 'keys', 'logger.sn'), 'value')
  const plain = { kind: 'vsn', model: 'ABB/FIMER logger', serial }
  return isLocked ? { ...plain, ...locked(`vsn=http://guest:PASSWORD@${host}`) } : { ...plain, source: `vsn=${host}` }
}

function openDtu(answer: unknown): Recognized | null {
  if (!Array.isArray(fieldAt(answer, 'inverters'))) return null
  const note = 'It is read over MQTT: switch that on in its pages, then --source opendtu=mqtt://BROKER/solar'
  return { kind: 'opendtu', model: 'OpenDTU', source: null, note }
}
