import { recordQueries, rowsRead } from '../testing/recorded-queries.ts'
import { frame, proved } from '../testing/test-portal.ts'
import { sharedPlant } from '../testing/shared-portal.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T10:00:00Z')

const at = (now: number) => new Date(now).toISOString()

test('every write, done or refused, is logged with person, action, place, outcome and trace', async () => {
  const taken = await owner.call('POST /devices', {
    body: {
      loggerId: plant.logger.id,
      serial: plant.devices[0]?.serial ?? '',
      name: 'Twin',
      model: 'PV10',
      ratedPowerW: 1,
      capacityKwp: 1,
      mpptCount: 1,
      stringCount: 1,
      installedOn: '2020-01-01',
      supportsReactivePower: false,
      supportsIvScan: false,
      sortNumber: 1,
    },
  })
  expect(taken.errorCode).toBe('device.serialTaken')
  const { data, total } = await owner.call('GET /operations', { query: { stationId: plant.stationId } })
  expect(data.map(({ action, errorCode }) => [action, errorCode])).toEqual([
    ['POST /devices', 'device.serialTaken'],
    ['POST /devices', null],
    ['POST /loggers', null],
    ['POST /stations', null],
  ])
  expect(total).toBe(4)
  expect(data[0]).toMatchObject({
    at: at(portal.clock.now),
    accountId: owner.accountId,
    userName: 'owner',
    stationId: plant.stationId,
    traceId: taken.response.json<{ traceId: string }>().traceId,
  })
  expect(data[1]).toMatchObject({ deviceId: plant.devices[0]?.id, deviceName: 'Inverter 1' })
  // A read leaves no row; a write with a bad body does.
  await owner.call('GET /stations')
  await owner.call('PUT /account', { body: {} as never })
  const own = await owner.call('GET /operations', { query: { outcome: 'refused', action: 'PUT /account' } })
  expect(own.data).toMatchObject([{ errorCode: 'request.invalid', stationId: null }])
  const count = async (query: Record<string, string>) => (await owner.call('GET /operations', { query })).total
  expect(await count({ from: at(portal.clock.now + 1) })).toBe(0)
  expect(await count({ to: at(portal.clock.now) })).toBe(0)
  expect(await count({ userName: 'nobody' })).toBe(0)
  expect(await count({ code: 'device.serialTaken' })).toBe(1)
  expect(await count({ code: 'device.serialTaken', outcome: 'done' })).toBe(0)
  expect(await count({ userName: 'OWN' })).toBe(await count({ userName: 'owner' }))
})

test("a refused write of a stranger is in both logs; the stranger's names no station", async () => {
  const stranger = await portal.signIn('stranger')
  const body = { stationId: plant.stationId, serial: 'STRANGE-LOGGER-1' }
  expect((await stranger.call('POST /loggers', { body })).errorCode).toBe('notFound')
  const own = await stranger.call('GET /operations')
  expect(own.data).toMatchObject([
    { action: 'POST /loggers', errorCode: 'notFound', stationId: null, stationName: null },
  ])
  expect((await stranger.call('GET /operations', { query: { stationId: plant.stationId } })).total).toBe(0)
  const seen = await owner.call('GET /operations', { query: { stationId: plant.stationId, userName: 'stranger' } })
  expect(seen.data).toMatchObject([{ action: 'POST /loggers', errorCode: 'notFound', userName: 'stranger' }])
})

test('the log of a shared station needs the right "logs"', async () => {
  const friend = await portal.signIn('friend')
  const share = (rights: string) =>
    portal.db.pool.query(
      `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
       values ($1, $2, 'friend', $3, now(), now())
       on conflict (station_id, account_id) do update set rights = excluded.rights`,
      [plant.stationId, friend.accountId, rights],
    )
  const count = async () => (await friend.call('GET /operations')).total
  await share('{view}')
  expect(await count()).toBe(0)
  await share('{view,logs}')
  expect(await count()).toBeGreaterThan(3)
})

test('every sign-in attempt at an account is listed with address and browser', async () => {
  await portal.anyone('POST /session', {
    body: { account: 'owner', password: 'wrong' },
    headers: { 'user-agent': 'Browser\u00a01' },
    ip: '203.0.113.7',
  })
  await portal.anyone('POST /session', { body: { account: 'nobody of that name', password: 'wrong' } })
  const read = async () => (await owner.call('GET /sign-ins', { query: { outcome: 'refused' } })).data
  // The row is written after the reply, so that the reply's time reveals nothing.
  let refused = await read()
  for (let tries = 0; refused.length === 0 && tries < 100; tries += 1) refused = await read()
  expect(refused).toMatchObject([
    {
      errorCode: 'session.wrongCredentials',
      address: '203.0.113.7',
      place: 'internet',
      isNewAddress: true,
      userName: 'owner',
    },
  ])
  const codes = async (code: 'session.wrongCredentials' | 'session.wrongCode') =>
    (await owner.call('GET /sign-ins', { query: { code } })).total
  expect([await codes('session.wrongCredentials'), await codes('session.wrongCode')]).toEqual([1, 0])
  expect((await owner.call('GET /sign-ins', { query: { outcome: 'done' } })).total).toBe(1)
  const { rows } = await portal.db.pool.query("select 1 from sign_in where agent like '%nobody%' or error_code is null")
  expect(rows.length).toBeGreaterThan(0)
  // User agents are shown by the browser's name, also in rows of earlier versions.
  const said = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
  await portal.db.pool.query('update sign_in set agent = $1 where error_code is not null', [said])
  expect(await read()).toMatchObject([{ agent: 'Chrome 156, Linux' }])
})

test('device history returns every value sent, in pages, with filters and limits of the period', async () => {
  const [device] = plant.devices
  const from = portal.clock.now - 20 * 300_000
  const frames = Array.from({ length: 20 }, (_, nth) =>
    frame(device?.serial ?? '', from + nth * 300_000, {
      powerW: nth,
      acVoltageV: [230, 231, 232],
      stringCurrentA: [1.5, 2.5],
      energyTotalKwh: 1000 + nth,
      errorWord: nth > 17 ? 4 : 0,
    }),
  )
  await plant.logger.send({ devices: frames })
  const params = { deviceId: device?.id ?? '' }
  const query = { from: at(from), to: at(portal.clock.now), pageSize: '5', page: '2' }
  const page = await owner.call('GET /devices/:deviceId/history', { params, query })
  expect(page.total).toBe(20)
  expect(page.data.map(({ powerW }) => powerW)).toEqual([5, 6, 7, 8, 9])
  expect(page.data[0]).toMatchObject({
    at: at(from + 5 * 300_000),
    mode: 3,
    codes: [],
    acVoltageV: [230, 231, 232],
    stringCurrentA: [1.5, 2.5],
    mpptVoltageV: [],
    energyTotalKwh: 1005,
    dcPowerW: null,
  })
  const alarms = await owner.call('GET /devices/:deviceId/history', {
    params,
    query: { ...query, page: '1', alarmsOnly: 'true' },
  })
  expect([alarms.total, alarms.data[0]?.codes]).toEqual([2, ['E3']])
  const newest = async (more: Record<string, string>) => {
    const reply = await owner.call('GET /devices/:deviceId/history', {
      params,
      query: { ...query, page: '1', order: 'desc', ...more },
    })
    return [reply.total, reply.data.map(({ powerW }) => powerW)]
  }
  expect(await newest({})).toEqual([20, [19, 18, 17, 16, 15]])
  expect(await newest({ parameter: 'powerW', least: '3', most: '5' })).toEqual([3, [5, 4, 3]])
  // A parameter without measurements matches no bounds.
  expect(await newest({ parameter: 'cabinetC' })).toEqual([0, []])
  expect((await newest({ codes: 'A1,E3' }))[0]).toBe(2)
  expect((await newest({ codes: 'E1' }))[0]).toBe(0)
  const curvesOf = async (parameters: string, to = '2026-06-10') =>
    await owner.call('GET /devices/:deviceId/curves', { params, query: { from: '2026-06-10', to, parameters } })
  const { data: curves } = await curvesOf('powerW,stringCurrentA2,cabinetC')
  const first = Math.round((from - Date.parse(curves.from)) / (curves.binMinutes * 60_000))
  expect(curves.curves.map(({ parameter, values }) => [parameter, ...values.slice(first - 1, first + 2)])).toEqual([
    ['powerW', null, 0, 1],
    ['stringCurrentA2', null, 2.5, 2.5],
    ['cabinetC', null, null, null],
  ])
  const { data: week } = await curvesOf('powerW', '2026-06-16')
  expect(week.days).toHaveLength(7)
  const [day] = week.days ?? []
  expect(day?.from).toBe(week.from)
  const hoursOfSun = (Date.parse(day?.sunset ?? '') - Date.parse(day?.sunrise ?? '')) / 3_600_000
  expect([hoursOfSun > 12, hoursOfSun < 18]).toEqual([true, true])
  expect((await curvesOf('powerW', '2026-07-11')).errorCode).toBe('period.tooLong')
  expect((await curvesOf('mpptVoltageV13')).errorCode).toBe('request.invalid')
  const long = { from: at(from - 93 * 24 * 3_600_000), to: at(from) }
  expect((await owner.call('GET /devices/:deviceId/history', { params, query: long })).errorCode).toBe('period.tooLong')
})

test('an operator changes and deletes a published bulletin', async () => {
  const operator = proved(portal, await portal.signIn('operator', 'operator'))
  const body = {
    kind: 'download',
    locale: 'zh-TW',
    title: '手冊',
    body: '',
    url: 'https://files.example/m.pdf',
  } as const
  const { data } = await operator.call('POST /bulletins', { body })
  const params = { bulletinId: data.id }
  await operator.call('PUT /bulletins/:bulletinId', { params, body: { ...body, title: '使用手冊' } })
  const list = async () =>
    (await owner.call('GET /bulletins', { query: { kind: 'download', locale: 'zh-TW' } })).data.map(
      ({ title }) => title,
    )
  expect(await list()).toEqual(['使用手冊'])
  await operator.call('DELETE /bulletins/:bulletinId', { params })
  expect(await list()).toEqual([])
  expect((await operator.call('DELETE /bulletins/:bulletinId', { params })).errorCode).toBe('notFound')
})

test('5,000 refused sign-ins from different addresses are read once, not compared pairwise', async () => {
  const recorder = recordQueries(portal.db)
  const attempts = 5_000
  await portal.db.pool.query(
    `insert into sign_in (id, at, account_id, agent, address, error_code)
     select gen_random_uuid(), $2::timestamptz - nth * interval '1 second', $1, '', 'a' || nth, 'session.wrongCredentials'
     from generate_series(1, $3::integer) nth`,
    [owner.accountId, at(portal.clock.now), attempts],
  )
  await portal.ownerDb.pool.query('analyze sign_in')
  const queries = await recorder.during(async () => {
    const { data } = await owner.call('GET /sign-ins', { query: { outcome: 'refused' } })
    expect(data.every(({ isNewAddress }) => isNewAddress)).toBe(true)
  })
  const reads: number[] = []
  for (const query of queries) reads.push(await rowsRead(portal.db, query))
  // All rows are counted and sorted once, without a quadratic comparison.
  expect(Math.max(...reads)).toBeLessThan(3 * attempts)
})
