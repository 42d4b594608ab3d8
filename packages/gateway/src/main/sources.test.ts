import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeJson } from '../testing/fake-json.ts'
import { fakeMqtt } from '../testing/fake-mqtt.ts'
import { openSources, SourceArgumentError, sourceKinds } from './sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'sources-'))
afterAll(() => rmSync(folder, { recursive: true }))
const tools = () => ({
  now: () => 0,
  wait: () => Promise.resolve(),
  getJson: fakeJson({}).getJson,
  openMqtt: fakeMqtt().openMqtt,
  folder,
})

const field = { field: 'powerW', path: 'p', unit: 'W' }
const serial = { from: 'fixed', serial: 'ROOF-0001' }
const file = (name: string, value: unknown) => {
  writeFileSync(join(folder, name), JSON.stringify(value))
  return join(folder, name)
}

test('opens every kind of source by its line, and names it without the password', async () => {
  const column = { column: 'P', unit: 'W' }
  const time = { column: 'T', format: 'iso', zone: 'UTC' }
  const csv = { time, devices: [{ serial: 'ROOF-0001', ratedPowerW: 1, power: column }] }
  const power = { address: 1, type: 'int16' }
  const registers = {
    maker: 'Deye',
    serial: { address: 3, count: 5 },
    values: { powerW: power },
    energyTotalKwh: power,
  }
  const lines: Record<string, string> = {
    sunspec: '192.168.1.20/1,2',
    huawei: '192.168.1.20',
    sungrow: '192.168.1.20',
    sma: '192.168.1.20',
    goodwe: '192.168.1.20',
    growatt: '192.168.1.20',
    fronius: 'http://me:secret@192.168.1.5',
    shelly: 'http://me:secret@192.168.1.7,clamp=backward',
    opendtu: 'mqtt://me:secret@192.168.1.3/solar',
    ahoy: 'mqtt://me:secret@192.168.1.3/inverter,Garage=116180400001',
    vsn: 'http://me:secret@192.168.1.8',
    mqtt: file('mqtt.json', { broker: 'mqtt://me:secret@host', mappings: [{ topic: 'a', serial, fields: [field] }] }),
    http: file('http.json', {
      requests: [{ url: 'http://me:secret@host/a', mappings: [{ serial, fields: [field] }] }],
    }),
    modbus: `${file('registers.json', registers)}@192.168.1.20:502/1,2`,
    csv: `${folder}:${file('csv.json', csv)}`,
  }
  expect(Object.keys(lines).sort()).toEqual([...sourceKinds].sort())
  const sources = openSources(
    Object.entries(lines).map(([kind, argument]) => `${kind}=${argument}`),
    tools(),
  )
  for (const [nth, kind] of Object.keys(lines).entries()) expect(sources[nth]?.name.split(' ')[0]).toBe(kind)
  expect(sources.map(({ name }) => name).join()).not.toContain('secret')
  for (const source of sources) await source.close()
})

test.each([
  ['shely=http://me:secret@192.168.1.7', /where KIND is/],
  ['shelly', /where KIND is/],
  ['shelly=ftp://me:secret@host', /over http/],
  ['fronius=http://me:secret@', /cannot be read/],
  ['opendtu=http://me:secret@host', /mqtt:\/\//],
  ['csv=/srv/ftp', /FOLDER:mapping/],
  ['mqtt=/no/such.json', /cannot be read/],
])('%s is a SourceArgumentError that does not contain the password', (line, words) => {
  expect(() => openSources([line], tools())).toThrow(SourceArgumentError)
  expect(() => openSources([line], tools())).toThrow(words)
  expect(() => openSources([line], tools())).toThrow(/^(?!.*secret)/)
})
