import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'

export interface Broker {
  url: string
  /** Publishes retained messages, by topic. */
  publish: (messages: Readonly<Record<string, string>>) => Promise<void>
  close: () => Promise<void>
}

/** Only this user is let in. */
export interface Door {
  user: string
  password: string
}

/** A broker in this process. */
export async function startAedes(door?: Door): Promise<Broker> {
  const broker = await Aedes.createBroker()
  if (door) {
    broker.authenticate = (_client, user, password, done) => {
      done(null, user === door.user && password?.toString() === door.password)
    }
  }
  const server = createServer(broker.handle)
  const port = await listen(server)
  return brokerAt(port, door, async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()))
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
}

const mosquittoPath = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) => existsSync(path))
export const hasMosquitto = mosquittoPath !== undefined

/** Mosquitto, the common broker, as a process on a free port of this machine. */
export async function startMosquitto(): Promise<Broker> {
  const server = createServer()
  const port = await listen(server)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  // Without a settings file it accepts only local connections, without a password.
  const child: ChildProcess = spawn(mosquittoPath ?? 'mosquitto', ['-p', String(port)], { stdio: 'ignore' })
  while (!(await isOpen(port))) if (child.exitCode !== null) throw new Error(`mosquitto ended with ${child.exitCode}`)
  return brokerAt(port, undefined, async () => {
    child.kill()
    await once(child, 'exit')
  })
}

function brokerAt(port: number, door: Door | undefined, close: () => Promise<void>): Broker {
  const who = door ? `${door.user}:${encodeURIComponent(door.password)}@` : ''
  const url = `mqtt://${who}127.0.0.1:${port}`
  return {
    url,
    publish: async (messages) => {
      const client = await mqtt.connectAsync(url, { protocolVersion: 4 })
      for (const [topic, text] of Object.entries(messages)) {
        await client.publishAsync(topic, text, { retain: true, qos: 1 })
      }
      await client.endAsync()
    },
    close,
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

/** Polls until there is a result; the test's own time limit ends the wait. */
export async function until<Found>(look: () => Promise<Found | null> | Found | null): Promise<Found> {
  for (;;) {
    const found = await look()
    if (found !== null) return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}
