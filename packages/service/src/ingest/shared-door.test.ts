import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { ackTopic, framesTopic, type IngestAck, joinSigned, splitSigned } from '@helioport/contract/mqtt'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { hashSecret, signatureOf } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import { withMosquitto } from '../testing/broker/test-broker.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { addTestLogger, frame, proved, type TestLogger } from '../testing/test-portal.ts'
import { type MqttDoor, openMqttDoor } from './mqtt-door.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T10:00:00Z')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  return address !== null && typeof address === 'object' ? address.port : 0
}

const isOpen = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    const end = (open: boolean) => {
      socket.destroy()
      done(open)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })

/** An instance of the service at the broker, with a count of its messages. */
function openInstance(url: string) {
  const taken = { count: 0 }
  const service: Service = {
    ...portal.service,
    db: {
      ...portal.service.db,
      transaction: (work) => {
        taken.count += 1
        return portal.service.db.transaction(work)
      },
    },
  }
  return { taken, door: openMqttDoor(service, url, () => {}) }
}

/** A logger that pushes one batch after the other and reads each answer. */
async function openLogger(url: string, { id, serial }: Pick<TestLogger, 'id' | 'serial'> = plant.logger) {
  const { data } = await proved(portal, owner).call('POST /loggers/:loggerId/keys', {
    params: { loggerId: id },
    body: { overlapHours: 1 },
  })
  const client = await mqtt.connectAsync(url, { protocolVersion: 4 })
  const acks: IngestAck[] = []
  client.on('message', (_topic, message) => {
    const body = splitSigned(message)?.body
    if (body) acks.push(JSON.parse(Buffer.from(body).toString()) as IngestAck)
  })
  await client.subscribeAsync(ackTopic(serial), { qos: 1 })
  let seq = 0
  const batchOf = (devices: unknown[]) => {
    seq += 1
    return Buffer.from(JSON.stringify({ logger: serial, seq, loggerTime: portal.clock.now, uptimeS: 1, devices }))
  }
  const pushBody = async (body: Buffer) => {
    const topic = framesTopic(serial)
    const signature = signatureOf(hashSecret(data.key), topic, body)
    await client.publishAsync(topic, Buffer.from(joinSigned(signature, body)), { qos: 1 })
    return signature
  }
  const push = () => {
    const at = portal.clock.now - 3_600_000 + seq * 10_000
    return pushBody(batchOf([frame(plant.devices[0]?.serial ?? '', at, { powerW: seq })]))
  }
  const isAnswered = (signature: string) => acks.some((ack) => ack.of === signature)
  return { acks, push, pushBody, batchOf, isAnswered, close: () => client.endAsync(true) }
}

/** Polls until true; the test's time-out ends it. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 10))
}

/** Pushes again until each instance took a message: an answer shows that somebody has subscribed. */
async function reach(logger: Awaited<ReturnType<typeof openLogger>>, doors: readonly { taken: { count: number } }[]) {
  for (const { taken } of doors)
    while (taken.count === 0) {
      const signature = await logger.push()
      await Promise.race([until(() => logger.isAnswered(signature)), new Promise((done) => setTimeout(done, 500))])
    }
}

withMosquitto('at a broker outside', ({ broker }) => {
  test('two instances share pushed messages, each taken once; one takes all after the other has ended', async () => {
    const port = await freePort()
    const child = spawn(broker, ['-p', String(port)], { stdio: 'ignore' })
    const url = `mqtt://127.0.0.1:${port}`
    const instances: { taken: { count: number }; door: MqttDoor }[] = []
    try {
      await until(() => isOpen(port))
      instances.push(openInstance(url), openInstance(url))
      const logger = await openLogger(url)
      await reach(logger, instances)
      const each = instances.map(({ taken }) => taken.count)
      const pushed: string[] = []
      for (let nth = 0; nth < 20; nth += 1) pushed.push(await logger.push())
      await until(() => pushed.every(logger.isAnswered))
      // One more message: its answer arrives after any second answer to the former ones.
      const last = await logger.push()
      await until(() => logger.isAnswered(last))
      // Ignores slow answers to earlier messages.
      const own = logger.acks.filter(({ of }) => pushed.includes(of) || of === last)
      expect(own.map(({ of }) => of).toSorted()).toEqual([...pushed, last].toSorted())
      expect(own.every(({ status }) => status === 200)).toBe(true)
      for (const [nth, { taken }] of instances.entries()) expect(taken.count).toBeGreaterThan(each[nth] ?? 0)
      await instances.shift()?.door.close()
      const alone = [await logger.push(), await logger.push(), await logger.push()]
      await until(() => alone.every(logger.isAnswered))
      await logger.close()
    } finally {
      for (const { door } of instances) await door.close()
      child.kill()
    }
  })
})

/** A broker in this process that supports MQTT 3.1.1 only, and an instance that subscribes there. */
async function withOldBroker(work: (url: string) => Promise<void>): Promise<void> {
  const broker = await Aedes.createBroker()
  const topics: string[] = []
  broker.on('subscribe', (subscriptions) => topics.push(...subscriptions.map(({ topic }) => topic)))
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `mqtt://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
  const { door } = openInstance(url)
  await until(() => topics.includes('helioport/v1/loggers/+/frames'))
  await work(url)
  await door.close()
  await new Promise<void>((done) => broker.close(() => done()))
  server.close()
}

test('a broker with MQTT 3.1.1 only works without shared subscriptions', () =>
  withOldBroker(async (url) => {
    const logger = await openLogger(url)
    const signature = await logger.push()
    await until(() => logger.isAnswered(signature))
    await logger.close()
  }))

test('a logger that keeps pushing malformed batches gets 429 with retryAfterS; other loggers are served', () =>
  withOldBroker(async (url) => {
    const nonsense = await openLogger(url)
    for (let nth = 0; nth < 31; nth += 1) {
      const signature = await nonsense.pushBody(
        nth % 2 === 0 ? Buffer.from(`{${nth}`) : nonsense.batchOf([{ watts: 1 }]),
      )
      await until(() => nonsense.isAnswered(signature))
    }
    expect(nonsense.acks.slice(0, 30).every(({ status }) => status === 400 || status === 200)).toBe(true)
    expect(nonsense.acks[30]).toMatchObject({ status: 429, errorCode: 'request.tooMany' })
    expect(nonsense.acks[30]?.retryAfterS).toBeGreaterThan(0)
    const other = await openLogger(url, await addTestLogger(portal, owner, plant.stationId))
    const signature = await other.pushBody(other.batchOf([]))
    await until(() => other.isAnswered(signature))
    expect(other.acks).toMatchObject([{ status: 200 }])
    await nonsense.close()
    await other.close()
  }))
