import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { HistoryImport } from '@helioport/contract'
import { setUpI18n } from '@helioport/i18n'
import type { Guess, SourceFile } from '@helioport/import/text'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { anyStation } from '../station/any-station.ts'
import { addHistoryTexts } from './history-texts.ts'
import { type OpenReader, ReadProblem } from './reader.ts'
import { serveReader } from './serve-reader.ts'
import StationHistory from './station-history.tsx'

jest.setTimeout(30_000)

const station = anyStation({ timeZone: 'Europe/Berlin' })
const device = { id: 'aaaaaaaa-3f0e-4c39-9f0c-3f4d2c7a1e01', name: 'Roof', serial: 'SN-1', ratedPowerW: 10_000 }

interface Sent {
  path: string
  body: {
    rows?: (number | null)[][]
    seq?: number
    fileName?: string
    name?: string
    ratedPowerW?: number
    capacityKwp?: number
    deviceId?: string
  }
}

let server: Server
let sent: Sent[] = []
let imports: HistoryImport[] = []
/** Number of requests with rows that are lost before the next one is answered. */
let lost = 0
/** Whether the station begins after the file's rows. */
let isEarly = false
const open = XMLHttpRequest.prototype.open

const entry = (change: Partial<HistoryImport>): HistoryImport => ({
  id: 'bbbbbbbb-3f0e-4c39-9f0c-3f4d2c7a1e01',
  fileName: 'plant.csv',
  userName: 'owner',
  at: new Date().toISOString(),
  state: 'sending',
  lastSeq: -1,
  rows: 0,
  accepted: 0,
  refused: 0,
  from: null,
  to: null,
  undoUntil: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  undoneAt: null,
  ...change,
})

/** The station's devices. */
let devices = [device]
const shown = (path: string) => {
  if (path.includes('/imports')) return imports
  if (path.includes('/stations/')) return station
  return path.includes('/devices') ? devices.map((own) => ({ ...own, capacityKwp: 2 })) : []
}

/** The third row of each request already exists. */
function answer(path: string, body: Sent['body']): unknown {
  if (path.endsWith('/check') && isEarly)
    return {
      accepted: 0,
      keptAside: 0,
      refused: (body.rows ?? []).map((_, index) => ({ index, code: 'row.beforeStart' })),
    }
  if (path.endsWith('/check'))
    return { accepted: (body.rows?.length ?? 0) - 1, keptAside: 0, refused: [{ index: 2, code: 'row.existing' }] }
  if (path.endsWith('/loggers')) return { id: 'cccccccc-3f0e-4c39-9f0c-3f4d2c7a1e01', stationId: station.id }
  if (path.endsWith('/devices')) {
    const { name = '', ratedPowerW = 0 } = body
    return {
      id: `dddddddd-3f0e-4c39-9f0c-${name.replaceAll(/\D/g, '').padStart(12, '0')}`,
      name,
      serial: name,
      ratedPowerW,
    }
  }
  if (path.endsWith('/imports')) {
    imports = [entry({ fileName: body.fileName ?? '' })]
    return imports[0]
  }
  if (path.endsWith('/rows')) return { accepted: body.rows?.length ?? 0, keptAside: 0, refused: [] }
  const rows = sent.flatMap((each) => (each.path.endsWith('/rows') ? (each.body.rows ?? []) : []))
  imports = imports.map((own) => ({
    ...own,
    state: path.endsWith('/undo') ? 'undoing' : 'done',
    accepted: rows.length,
    refused: 2,
  }))
  return imports[0]
}

beforeAll(async () => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  await setUpI18n('en-US')
  await addHistoryTexts()
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const path = request.url ?? ''
      if (request.method === 'GET') {
        response.end(JSON.stringify({ success: true, data: shown(path) }))
        return
      }
      if (request.method !== 'POST') {
        response.end('{}')
        return
      }
      const body = (text === '' ? {} : JSON.parse(text)) as Sent['body']
      if (path.endsWith('/rows') && lost > 0) {
        lost -= 1
        response.statusCode = 503
        response.end(
          JSON.stringify({ success: false, errorCode: 'service.unavailable', errorMessage: '', traceId: '1' }),
        )
        return
      }
      sent.push({ path, body })
      response.end(JSON.stringify({ success: true, data: answer(path, body) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    return Reflect.apply(open, this, [method, new URL(url, origin).href, ...rest]) as undefined
  }
})
afterAll(() => {
  XMLHttpRequest.prototype.open = open
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  sent = []
  imports = []
  lost = 0
  isEarly = false
  devices = [device]
})

/** Reads in this thread, without a worker. */
const here: OpenReader = (files, onShare) => {
  const bytesOf = (file: File) =>
    new Promise<SourceFile>((resolve) => {
      const reader = new FileReader()
      reader.addEventListener('load', () =>
        resolve({ name: file.name, bytes: new Uint8Array(reader.result as ArrayBuffer) }),
      )
      reader.readAsArrayBuffer(file)
    })
  const serve = serveReader(Promise.all(files.map(bytesOf)), onShare)
  const ask = async (question: Parameters<typeof serve>[0]) => {
    const told = await serve(question)
    if ('problem' in told) throw new ReadProblem(told.problem, told.message, told.file)
    return told.value as never
  }
  return {
    guess: (zone, devices) => ask({ ask: 'guess', zone, devices }),
    read: (chosen, zone, devices) => ask({ ask: 'read', chosen, zone, devices }),
    rows: (source, from, count) => ask({ ask: 'rows', source, from, count }),
    close: () => undefined,
  }
}

function openPage(rights = station.rights, open = here) {
  const client = createQueryClient()
  client.setQueryData(['GET /stations/:stationId', { params: { stationId: station.id } }], {
    data: { ...station, rights },
  })
  client.setQueryData(['GET /devices', { query: { stationId: station.id, page: 1, pageSize: 200 } }], {
    data: devices.map((own) => ({ ...own, capacityKwp: 2 })),
    total: devices.length,
  })
  client.setQueryDefaults(['GET /stations/:stationId'], { staleTime: Infinity })
  client.setQueryDefaults(['GET /devices'], { staleTime: Infinity })
  render(
    <ApiProvider client={client}>
      <MemoryRouter>
        <StationHistory stationId={station.id} open={open} />
      </MemoryRouter>
    </ApiProvider>,
  )
  return userEvent.setup()
}

const lines = Array.from({ length: 24 }, (_, hour) => `2026-06-01 ${String(hour).padStart(2, '0')}:00,${hour},x`)
const plantFile = (text = ['time,Power,note', ...lines, '2026-06-02 00:00,abc,x'].join('\n'), name = 'plant.csv') =>
  new File([text], name)
const press = (name: RegExp) => screen.findByRole('button', { name })

test('rows before the station’s start: names the required start date and links to its field', async () => {
  isEarly = true
  const user = openPage()
  await user.upload(await screen.findByLabelText('Drop a file here'), plantFile())
  await user.selectOptions(await screen.findByLabelText('Unit of Power'), 'W')
  await user.click(await press(/Show what is in it/))
  await user.click(await press(/Check without changing/))
  const result = await screen.findByTestId('check-result')
  expect(result).toHaveTextContent(/The station begins on .*\. Set its start date to Jun 1, 2026 or before/)
  expect(within(result).getByRole('link', { name: 'Change the start date' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/station/edit/${station.memberId}/${station.id}`),
  )
})

test('asks for a column’s meaning when none is mapped, instead of blaming the file', async () => {
  const user = openPage()
  await user.upload(await screen.findByLabelText('Drop a file here'), plantFile())
  await user.selectOptions(await screen.findByLabelText('Device of Power'), '')
  await user.click(await press(/Show what is in it/))
  expect(await screen.findByText(/of at least one column say what it is, its unit and its device/)).toBeInTheDocument()
})

test('guesses a file’s columns, previews, checks and imports it, and undoes the import', async () => {
  const user = openPage()
  await user.upload(await screen.findByLabelText('Drop a file here'), plantFile())
  expect(await screen.findByLabelText('Zone of its times')).toHaveValue('Europe/Berlin')
  expect(screen.getByLabelText('What Power is')).toHaveValue('power')
  expect(screen.getByLabelText('Device of Power')).toHaveValue(device.id)
  // 23 may be W or kW of 10 kW.
  await user.selectOptions(screen.getByLabelText('Unit of Power'), 'W')
  await user.click(await press(/Show what is in it/))
  expect(await screen.findByText('1 line has something that cannot be read')).toBeInTheDocument()
  expect(screen.getByText(/Line 26/)).toHaveTextContent('no number')
  expect(sent).toEqual([])
  await user.click(await press(/Check without changing/))
  expect(await screen.findByTestId('check-result')).toHaveTextContent('23 rows would come in. Nothing was changed yet.')
  expect(screen.getByText(/Line 4/)).toHaveTextContent('something measured is there already')
  expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['check'])
  await user.click(await press(/Bring in 23 rows/))
  expect(await screen.findByTestId('import-result')).toHaveTextContent('23 rows came in, 2 did not.')
  const [rows] = sent.filter(({ path }) => path.endsWith('/rows'))
  expect(rows?.body.seq).toBe(0)
  expect(rows?.body.rows).toHaveLength(23)
  expect(rows?.body.rows?.[1]).toEqual([Date.parse('2026-05-31T23:00:00Z'), 1, null, null, null])
  expect(rows?.body.rows?.[2]?.[1]).toBe(3)
  const list = await screen.findByTestId('imports')
  await waitFor(() => expect(list).toHaveTextContent('finished'))
  await user.click(within(list).getByRole('button', { name: 'Undo plant.csv' }))
  await user.click(await press(/Take it out/))
  await waitFor(() => expect(list).toHaveTextContent('being taken out'))
  // The result about imported rows is no longer valid.
  expect(screen.queryByTestId('import-result')).toBeNull()
  expect(within(list).queryByRole('button')).toBeNull()
})

test.each([[[]], [[device]]])(
  'adds inverters that the file has and the station lacks: %j',
  async (own: (typeof device)[]) => {
    devices = own
    const user = openPage()
    const text = ['time,inv1_power,inv2_power,inv3_power']
      .concat(
        lines.map(
          (line) => `${line.slice(0, 16)},${[1, 2, 3].map((nth) => 100 * nth * Number(line.split(',')[1])).join(',')}`,
        ),
      )
      .join('\n')
    await user.upload(await screen.findByLabelText('Drop a file here'), plantFile(text))
    expect(await screen.findByLabelText('Device of inv2_power')).toHaveValue('')
    const count = 3 - devices.length
    const rated = screen.getByLabelText(/Rated AC power of each/)
    await user.clear(rated)
    await user.type(rated, '10')
    await user.click(await press(new RegExp(`Add ${count} devices`)))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull(), { timeout: 8000 })
    expect(screen.getByLabelText('Unit of inv3_power')).toHaveValue('W')
    const added = sent.filter(({ path }) => path.endsWith('/devices')).map(({ body }) => body)
    expect(added.map(({ name }) => name)).toEqual(['Inverter 1', 'Inverter 2', 'Inverter 3'].slice(devices.length))
    const leftKwp = station.capacityKwp - 2 * devices.length
    for (const { capacityKwp, ratedPowerW } of added) {
      expect(ratedPowerW).toBe(10_000)
      expect(capacityKwp).toBeCloseTo(leftKwp / count, 6)
    }
    if (devices.length > 0) expect(screen.getByLabelText('Device of inv1_power')).toHaveValue(device.id)
  },
)

test('an added inverter is named as in the file', async () => {
  devices = []
  const [user, keys] = [openPage(), ['1BY6WEcLGh8j5v7', '1IF53ai7Xc0U56Y']]
  const rows = lines.flatMap((line, nth) => keys.map((key) => `${line.slice(0, 16)},${key},${nth},${6000 + nth}`))
  const text = ['time,SOURCE_KEY,AC_POWER,TOTAL_YIELD', ...rows].join('\n')
  await user.upload(await screen.findByLabelText('Drop a file here'), plantFile(text))
  await user.click(await press(/Add 2 devices/))
  await waitFor(() => expect(sent.flatMap(({ body }) => body.name ?? [])).toEqual(keys), { timeout: 8000 })
})

test('a station without devices gets a logger for a weather file', async () => {
  devices = []
  const user = openPage()
  await user.upload(
    await screen.findByLabelText('Drop a file here'),
    plantFile(['time,Irradiance W/m2', ...lines.map((line) => line.slice(0, -2))].join('\n')),
  )
  await user.click(await press(/Add a data logger/))
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/loggers'))).toHaveLength(1))
  expect(sent.some(({ path }) => path.endsWith('/devices'))).toBe(false)
})

test('imports files of several days as one; a refused line is listed with its file', async () => {
  const user = openPage()
  const day = (nth: number, ...more: string[]) => {
    const own = lines.map((line) => line.slice(0, -2).replace('06-01', `06-0${nth}`))
    return plantFile(['time,Power W', ...own, ...more].join('\n'), `june-${nth}.csv`)
  }
  const broken = day(3, '2026-06-04 00:00,abc')
  await user.upload(await screen.findByLabelText('Drop a file here'), [day(1), day(2), broken])
  expect(await screen.findByText('june-1.csv + 2')).toBeInTheDocument()
  await user.click(await press(/Show what is in it/))
  expect(await screen.findByText(/june-3.csv/)).toHaveTextContent('june-3.csv')
  expect(screen.getByText(/Line 26/)).toHaveTextContent('june-3.csv Line 26')
  await user.click(await press(/Check without changing/))
  expect(await screen.findByTestId('check-result')).toHaveTextContent('71 rows would come in')
  expect(screen.getByText(/Line 4/)).toHaveTextContent('june-1.csv Line 4')
  await user.click(await press(/Bring in 71 rows/))
  expect(await screen.findByTestId('import-result')).toHaveTextContent('71 rows came in')
  expect(sent.find(({ path }) => path.endsWith('/imports'))?.body.fileName).toBe('june-1.csv + 2')
})

const states = (count: number) =>
  [
    'entity_id,state,last_changed',
    ...Array.from({ length: count }, (_, minute) => {
      const at = new Date(Date.UTC(2026, 5, 1) + minute * 60_000).toISOString()
      return `sensor.pv_power,${minute === 5 ? 'unavailable' : 4000},${at}`
    }),
  ].join('\n')

test('reads Home Assistant entities as columns, and shows the progress of a large file', async () => {
  const user = openPage(station.rights, (files, onShare) => ({
    ...here(files, onShare),
    read: async () => new Promise(() => onShare(0.43)),
  }))
  await user.upload(await screen.findByLabelText('Drop a file here'), plantFile(states(20), 'history.csv'))
  expect(await screen.findByLabelText('What sensor.pv_power is')).toHaveValue('power')
  await user.click(await press(/Show what is in it/))
  expect(await screen.findByText('Reading: 43%')).toBeInTheDocument()

  const shares: number[] = []
  const file = { name: 'history.csv', bytes: new TextEncoder().encode(states(6000)) }
  const serve = serveReader(Promise.resolve([file]), (share) => shares.push(share))
  const guessed = await serve({ ask: 'guess', zone: station.timeZone, devices: [device] })
  const guess = ('value' in guessed ? guessed.value : null) as Guess
  const chosen = { ...guess, time: { ...guess.time, stamp: 'start' as const }, intervalMinutes: null }
  const told = await serve({ ask: 'read', chosen, zone: station.timeZone, devices: [device] })
  expect(told).toMatchObject({ value: { records: 6000, lost: 0 } })
  expect(shares.map((share) => Math.round(share * 10))).toEqual([4, 8])
})

test('says why a file cannot be read, and accepts another one', async () => {
  const user = openPage()
  await user.upload(await screen.findByLabelText('Drop a file here'), plantFile('no table at all'))
  expect(await screen.findByText(/No table with a column of times/)).toBeInTheDocument()
  const of = (head: string) => plantFile(`${head},Power,note\n${lines.join('\n')}`, `${head}.csv`)
  await user.upload(screen.getByLabelText('Drop a file here'), [of('Time (UTC)'), of('Local time')])
  expect(await screen.findByText(/^Local time.csv: It does not name the zone/)).toBeInTheDocument()
  const large = plantFile()
  Object.defineProperty(large, 'size', { value: 200 * 1024 * 1024 })
  await user.upload(screen.getByLabelText('Drop a file here'), large)
  expect(await screen.findByText(/too large/)).toBeInTheDocument()
  expect(sent).toEqual([])
})

test('repeats a request with rows after service.unavailable', async () => {
  const user = openPage()
  const text = ['time,Power W', ...lines.map((line) => line.slice(0, -2))].join('\n')
  await user.upload(await screen.findByLabelText('Drop a file here'), plantFile(text))
  await user.click(await press(/Show what is in it/))
  await user.click(await press(/Check without changing/))
  lost = 1
  await user.click(await press(/Bring in/))
  expect(await screen.findByTestId('import-result', undefined, { timeout: 8000 })).toBeInTheDocument()
  expect(sent.filter(({ path }) => path.endsWith('/rows'))).toHaveLength(1)
})

test('refuses the page without the right to edit the station', async () => {
  openPage(['view'])
  expect(await screen.findByText('You may not do this')).toBeInTheDocument()
})
