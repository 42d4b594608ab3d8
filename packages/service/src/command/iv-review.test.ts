import { acceptedShare } from '../testing/own/accepted-share.ts'
import { makeOwnCommands } from '../testing/own/own-commands.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { ivScanMs, maxIvFiles } from '@helioport/contract'

const { portal, owner, plant } = sharedPlant('2026-06-10T10:00:00Z')

/** A scan of three strings in full sun; the second string has half of the current. */
async function scanned(deviceId: string): Promise<string> {
  const { ivScanId } = await makeOwnCommands(portal, { id: deviceId })
  const voltage = Array.from({ length: 64 }, (_, i) => (i * 640) / 63)
  const current = (share: number) => voltage.map((v) => share * 9.5 * (1 - (v / 640) ** 14))
  await portal.db.kysely.deleteFrom('iv_curve').where('iv_scan_id', '=', ivScanId).execute()
  await portal.db.kysely
    .insertInto('iv_curve')
    .values(
      [1, 0.02, 1, 1].map((share, i) => ({
        iv_scan_id: ivScanId,
        mppt: 1 + Math.floor(i / 2),
        string: i + 1,
        voltage_v: voltage,
        current_a: current(share),
      })),
    )
    .execute()
  return ivScanId
}

test("a review of a string's verdict is stored and shown with later scans", async () => {
  const [device] = plant.devices
  const ivScanId = await scanned(device?.id ?? '')
  const params = { ivScanId }
  const { data: scan } = await owner.call('GET /iv-scans/:ivScanId', { params })
  const found = scan.curves.find(({ verdict }) => verdict !== null)
  if (!found) throw new Error('no verdict')
  const { mppt, string, verdict } = found
  const body = { mppt, string, says: 'rejected', note: '<b>The tree is gone</b>' } as const
  const { data: review } = await owner.call('PUT /iv-scans/:ivScanId/review', { params, body })
  expect(review).toMatchObject({
    ivScanId,
    verdict,
    says: 'rejected',
    note: '<b>The tree is gone</b>',
  })
  await owner.call('PUT /iv-scans/:ivScanId/review', { params, body: { ...body, says: 'confirmed', note: '' } })
  portal.clock.now += ivScanMs
  const later = await scanned(device?.id ?? '')
  const { data: next } = await owner.call('GET /iv-scans/:ivScanId', { params: { ivScanId: later } })
  const same = next.curves.find((curve) => curve.mppt === mppt && curve.string === string)
  expect(same?.reviews).toMatchObject([{ ivScanId, says: 'confirmed', note: '' }])
})

test('the history of a string lists the same figures as each scan, siblings included; a stranger gets notFound', async () => {
  const deviceId = plant.devices[0]?.id ?? ''
  const voltageV = Array.from({ length: 64 }, (_, i) => (i * 640) / 63)
  const ids: string[] = []
  for (const share of [1, 0.5]) {
    portal.clock.now += ivScanMs
    const curves = [7, 8, 9, 10].map((string) => {
      const noise = (i: number) => 0.1 * Math.sin(string * string * (i + 1))
      const currentA = voltageV.map((v, i) => share * (9.5 * (1 - (v / 640) ** 14) + noise(i)))
      return { mppt: 3, string, voltageV, currentA }
    })
    const light = { scannedAt: new Date(portal.clock.now).toISOString(), irradianceWm2: 900, moduleC: 45 }
    const body = { fileName: 'roof.csv', ...light, curves }
    ids.push((await owner.call('POST /devices/:deviceId/iv-scans', { params: { deviceId }, body })).data.id)
    // Sent again after a lost reply, it is the same scan; with another irradiance it is another one.
    const again = await owner.call('POST /devices/:deviceId/iv-scans', { params: { deviceId }, body })
    expect(again.data.id).toBe(ids.at(-1))
  }
  const ask = (mppt: number, string: number, person = owner) =>
    person.call('GET /devices/:deviceId/iv-history', {
      params: { deviceId },
      query: { mppt: String(mppt), string: String(string) },
    })
  const { data: sweeps } = await ask(3, 7)
  expect(sweeps.map(({ ivScanId }) => ivScanId)).toEqual(ids)
  const [before, after] = sweeps
  expect((after?.figures.pmpW ?? 0) / (before?.figures.pmpW ?? 0)).toBeCloseTo(0.5, 2)
  const { data: scan } = await owner.call('GET /iv-scans/:ivScanId', { params: { ivScanId: ids[1] ?? '' } })
  expect(after).toMatchObject({ figures: scan.curves[0]?.figures, stc: scan.curves[0]?.stc?.figures })
  expect((await ask(12, 32)).data).toEqual([])
  const stranger = await portal.signIn('stranger')
  expect(await ask(3, 7, stranger)).toMatchObject({ status: 404, errorCode: 'notFound' })
})

test('a note is stored as written, up to 500 characters; a guest reads author and note and may add a review', async () => {
  const params = { ivScanId: await scanned(plant.devices[0]?.id ?? '') }
  const guest = await portal.signIn('guest')
  await acceptedShare(portal, plant.stationId, guest, ['view', 'iv'])
  const stringOf = async () =>
    (await guest.call('GET /iv-scans/:ivScanId', { params })).data.curves.find(({ verdict }) => verdict !== null)
  const { mppt = 0, string = 0 } = (await stringOf()) ?? {}
  const say = (person: typeof owner, says: 'confirmed' | 'rejected', note: string) =>
    person.call('PUT /iv-scans/:ivScanId/review', { params, body: { mppt, string, says, note } })
  const said = async () => (await stringOf())?.reviews.find(({ ivScanId }) => ivScanId === params.ivScanId)
  const words = '=cmd|"calc"!A1\n\u202bהעץ נכרת\u202c\n"quoted", \'too\''
  expect((await say(owner, 'rejected', `  ${words}\n `)).status).toBe(200)
  expect(await said()).toMatchObject({ says: 'rejected', note: words, userName: 'owner' })
  expect(await say(owner, 'confirmed', 'x'.repeat(501))).toMatchObject({ status: 400, errorCode: 'request.invalid' })
  expect(await said()).toMatchObject({ says: 'rejected', note: words, userName: 'owner' })
  expect((await say(guest, 'confirmed', 'x'.repeat(500))).status).toBe(200)
  // The earlier review is kept, with its author.
  const first = { says: 'rejected', note: words, userName: 'owner' }
  const second = { says: 'confirmed', note: 'x'.repeat(500), userName: 'guest' }
  const before = async () => (await said())?.earlier ?? []
  expect((await before())[0]).toMatchObject(first)
  expect((await say(owner, 'rejected', 'All the same')).status).toBe(200)
  expect(await said()).toMatchObject({ note: 'All the same', userName: 'owner' })
  const kept = await before()
  expect(kept.slice(0, 2)).toMatchObject([second, first])
  // Sent again after a lost reply, the review is stored once.
  expect((await say(owner, 'rejected', 'All the same')).status).toBe(200)
  expect(await before()).toEqual(kept)
})

test('the CSV of a scan has STC values of the requested procedure', async () => {
  const params = { ivScanId: await scanned(plant.devices[0]?.id ?? '') }
  const files: string[] = []
  for (const procedure of ['1', '2'] as const) {
    const { data } = await owner.call('GET /iv-scans/:ivScanId', { params, query: { procedure } })
    const { body } = await portal.app.inject({
      url: `/api/web/v1/iv-scans/${params.ivScanId}/curves.csv?procedure=${procedure}`,
      headers: { cookie: owner.cookie },
    })
    const cells = body
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
    const measured = data.curves.flatMap(({ voltageV }) => voltageV)
    const stc = data.curves.flatMap((curve) => curve.stc?.voltageV ?? [])
    expect(cells.map((row) => Number(row[3]))).toEqual(measured)
    expect(cells.flatMap((row) => (row[5] === '' ? [] : [Number(row[5])]))).toEqual(stc)
    expect(stc.length).toBeGreaterThan(0)
    files.push(body)
  }
  expect(files[0]).not.toBe(files[1])
})

test('a review of a string not in the scan is refused with scan.noVerdict', async () => {
  const ivScanId = await scanned(plant.devices[0]?.id ?? '')
  const body = { mppt: 9, string: 9, says: 'confirmed', note: '' } as const
  expect(await owner.call('PUT /iv-scans/:ivScanId/review', { params: { ivScanId }, body })).toMatchObject({
    status: 409,
    errorCode: 'scan.noVerdict',
  })
})

test('curves of a file are judged and listed as a scan, up to the limit of files', async () => {
  const deviceId = plant.devices[0]?.id ?? ''
  const params = { deviceId }
  const voltageV = Array.from({ length: 64 }, (_, i) => (i * 640) / 63)
  const curves = [1, 0.5, 1, 1].map((share, i) => ({
    mppt: 1 + Math.floor(i / 2),
    string: i + 1,
    voltageV,
    currentA: voltageV.map((v) => share * 9.5 * (1 - (v / 640) ** 14)),
  }))
  const scannedAt = new Date(portal.clock.now - 3_600_000).toISOString()
  const body = { fileName: '<b>roof.csv', scannedAt, irradianceWm2: 900, moduleC: 45, curves }
  const call = (change: Partial<typeof body>) =>
    owner.call('POST /devices/:deviceId/iv-scans', { params, body: { ...body, ...change } })
  const { data: kept } = await call({})
  expect(kept).toMatchObject({ deviceId, fileName: '<b>roof.csv', commandId: null, scannedAt, stringCount: 4 })
  const { data: scan } = await owner.call('GET /iv-scans/:ivScanId', { params: { ivScanId: kept.id } })
  expect(scan.curves.map(({ verdict }) => verdict)).toEqual(['healthy', 'soiling', 'healthy', 'healthy'])
  const listed = await owner.call('GET /devices/:deviceId/iv-scans', { params, query: {} })
  expect(listed.data.find(({ id }) => id === kept.id)).toMatchObject({ fileName: '<b>roof.csv' })

  const [curve] = curves
  if (!curve) throw new Error('no curve')
  const wrong = [
    { scannedAt: new Date(portal.clock.now + 3_600_000).toISOString() },
    { curves: [curve, curve] },
    { curves: [{ ...curve, currentA: curve.currentA.slice(1) }] },
  ]
  for (const change of wrong) expect(await call(change)).toMatchObject({ status: 400, errorCode: 'request.invalid' })
  await portal.db.pool.query(
    `insert into iv_scan (device_no, scanned_at, file_name)
     select device_no, scanned_at, file_name from iv_scan, generate_series(2, $1) where id = $2`,
    [maxIvFiles, kept.id],
  )
  expect(await call({ fileName: 'one more.csv' })).toMatchObject({ status: 409, errorCode: 'scan.tooMany' })
})
