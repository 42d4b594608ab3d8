import { createSocket } from 'node:dgram'
import { GoodweSource, goodwePort } from '../goodwe/goodwe-source.ts'
import type { Found } from './found.ts'

/** Identity of a stick; its name reveals the maker. */
export interface Stick {
  address: string
  name: string
}

/** Asks each host once, and collects the answers for a time. */
export type AskSticks = (hosts: readonly string[]) => Promise<Stick[]>

const port = 48_899
/** Sticks of GoodWe and Solarman answer this text with their IP address, hardware address and name. */
const question = 'WIFIKIT-214028-READ'

/** @param wait until all sticks have answered; `seen` tells it how many did */
export const sticksWith =
  (wait: (seen: () => number) => Promise<unknown>, at = port): AskSticks =>
  async (hosts) => {
    const found = new Map<string, Stick>()
    const asked = new Set(hosts)
    const socket = createSocket('udp4')
    // Unreachable networks and refusing hosts have no stick.
    socket.on('error', () => undefined)
    socket.on('message', (message, { address }) => {
      const [own, hardware, name = ''] = message.toString('latin1').trim().split(',')
      const isAnswer = own !== undefined && /^[0-9A-F]{12}$/i.test(hardware ?? '')
      if (isAnswer && asked.has(address)) found.set(address, { address, name })
    })
    try {
      for (const host of hosts) await new Promise<void>((sent) => socket.send(question, at, host, () => sent()))
      await wait(() => found.size)
    } finally {
      socket.close()
    }
    return [...found.values()]
  }

export const askSticks = sticksWith(() => new Promise((done) => setTimeout(done, 2000)))

/** Reads the inverter behind a GoodWe stick once; null: asleep, or another maker's. */
export type ProbeGoodwe = (address: string) => Promise<Pick<Found, 'model' | 'serial'> | null>

export const probeGoodwe =
  (now: () => number): ProbeGoodwe =>
  async (address) => {
    const source = new GoodweSource({ name: 'goodwe', host: address, port: goodwePort, now })
    try {
      const [reading] = await source.read()
      return reading ? { model: reading.frame.model, serial: reading.frame.serial } : null
    } catch {
      return null
    } finally {
      await source.close()
    }
  }

/** By the name of GoodWe's sticks; those of other makers use another protocol. */
const isGoodwe = ({ name }: Stick) => /^Solar-WiFi/i.test(name)

export async function foundSticks(sticks: readonly Stick[], probe: ProbeGoodwe): Promise<Found[]> {
  const found: Found[] = []
  for (const stick of sticks) {
    const { address, name } = stick
    const line = `goodwe=${address}:${goodwePort}`
    const own = { address, port: goodwePort }
    if (!isGoodwe(stick)) {
      const note = 'A stick that is not read by this gateway: see whether its pages offer Modbus TCP.'
      found.push({ ...own, kind: 'stick', model: `Stick ${name}`.trim(), source: null, note })
      continue
    }
    const inverter = await probe(address)
    const asleep = `Its inverter does not answer, as by night: by day --source ${line}`
    found.push(
      inverter
        ? { ...own, kind: 'goodwe', ...inverter, source: line }
        : { ...own, kind: 'goodwe', model: `GoodWe ${name}`, source: null, note: asleep },
    )
  }
  return found
}
