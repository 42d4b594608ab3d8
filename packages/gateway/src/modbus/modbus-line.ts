import ModbusRtu from 'modbus-serial'
import { networkTrouble } from '../source/network-trouble.ts'
import { SourceAway, SourceTrouble, trouble, type Trouble } from '../source/trouble.ts'

/** The device understood and said no, for example 2: no such register. */
export class ModbusException extends SourceTrouble {
  readonly code: number
  constructor(code: number, place: string, unit: number) {
    const kind = exceptions[code]
    super(kind ? trouble(kind, { place, unit }) : trouble('unit.exception', { place, unit, exception: code }))
    this.code = code
  }
}

const exceptions: Readonly<Record<number, 'unit.function' | 'unit.address' | 'unit.failure'>> = {
  1: 'unit.function',
  2: 'unit.address',
  4: 'unit.failure',
}

export type RegisterKind = 'holding' | 'input'

export interface LineSettings {
  host: string
  port: number
  now: () => number
  wait: (ms: number) => Promise<void>
  /** What some makers need between the connection and the first question, ms. */
  settleMs?: number
  /** An answer that takes longer is none, ms. */
  answerWithinMs?: number
}

/** Exceptions: what was written is worked at, and takes longer than an answer may; something else is. */
const [acknowledged, busy] = [5, 6]
const triesOfBusy = 3
const busyPauseMs = 1000
const shortestPauseMs = 1000
const longestPauseMs = 5 * 60_000
/** Exceptions that mean "the device behind this address does not answer": path unavailable, no response. */
const nobodyBehind = new Set([0x0a, 0x0b])

/**
 * The one connection to a host and port, for all its units: many inverters take no second one and are deaf until they
 * are switched off and on. Questions wait for each other. A host that is away is asked again after 1 s, then 2 s, up to
 * five minutes.
 */
export class ModbusLine {
  readonly #settings: LineSettings
  #client: ModbusRtu | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #pauseMs = 0
  #nextTryAt = 0
  #lastTrouble: Trouble | null = null

  constructor(settings: LineSettings) {
    this.#settings = settings
  }

  /**
   * At most 125 registers.
   * @throws ModbusException, SourceAway
   */
  read(unit: number, kind: RegisterKind, address: number, count: number): Promise<number[]> {
    return this.#inTurn(unit, async (client) => {
      const { data } = await (kind === 'input'
        ? client.readInputRegisters(address, count)
        : client.readHoldingRegisters(address, count))
      if (data.length !== count) {
        throw new SourceAway(trouble('unit.cut', { place: this.#name, unit, count: data.length, wanted: count }))
      }
      return data
    })
  }

  /** Registers one after the other in one message (function 16). */
  async write(unit: number, address: number, values: number[]): Promise<void> {
    await this.#inTurn(unit, (client) => client.writeRegisters(address, values)).catch(unlessTaken)
  }

  /** One register (function 6), for devices that take no more in a message. */
  async writeOne(unit: number, address: number, value: number): Promise<void> {
    await this.#inTurn(unit, (client) => client.writeRegister(address, value)).catch(unlessTaken)
  }

  async close(): Promise<void> {
    await this.#turn.catch(() => undefined)
    this.#drop()
  }

  #inTurn<Answer>(unit: number, ask: (client: ModbusRtu) => Promise<Answer>): Promise<Answer> {
    const mine = this.#turn.then(() => this.#askPatiently(unit, ask))
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  /** Busy is no answer: it asks to be asked again. */
  async #askPatiently<Answer>(unit: number, ask: (client: ModbusRtu) => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#ask(unit, ask)
      } catch (error) {
        if (!(error instanceof ModbusException) || error.code !== busy || attempt === triesOfBusy) throw error
        await this.#settings.wait(busyPauseMs)
      }
    }
  }

  async #ask<Answer>(unit: number, ask: (client: ModbusRtu) => Promise<Answer>): Promise<Answer> {
    const client = await this.#connected()
    client.setID(unit)
    try {
      const answer = await this.#inTime(ask(client))
      this.#pauseMs = 0
      return answer
    } catch (error) {
      const code = modbusCodeOf(error)
      if (code !== null && !nobodyBehind.has(code)) throw new ModbusException(code, this.#name, unit)
      // A late answer would be taken for that of the next question: this connection is over.
      if (code === null) this.#drop()
      if (error instanceof SourceAway) throw error
      throw new SourceAway(
        code === null ? this.#unitTrouble(error, unit) : trouble('unit.away', { place: this.#name, unit }),
      )
    }
  }

  async #connected(): Promise<ModbusRtu> {
    if (this.#client?.isOpen) return this.#client
    this.#drop()
    const { host, port, now, wait, settleMs = 0 } = this.#settings
    // Asked again later: until then it is away for the same reason.
    if (this.#lastTrouble && now() < this.#nextTryAt) throw new SourceAway(this.#lastTrouble)
    const client = new ModbusRtu()
    // A socket that breaks between two questions is found by the next one.
    client.on('error', () => undefined)
    try {
      await this.#inTime(client.connectTCP(host, { port, timeout: this.#answerWithinMs }))
    } catch (error) {
      client.destroy(() => undefined)
      this.#pauseMs = Math.min(Math.max(shortestPauseMs, this.#pauseMs * 2), longestPauseMs)
      this.#nextTryAt = now() + this.#pauseMs
      this.#lastTrouble = networkTrouble(error, this.#name)
      throw new SourceAway(this.#lastTrouble)
    }
    client.setTimeout(this.#answerWithinMs)
    this.#client = client
    if (settleMs > 0) await wait(settleMs)
    return client
  }

  get #name(): string {
    return `${this.#settings.host}:${this.#settings.port}`
  }

  /** Of one unit: others behind the same address may answer. */
  #unitTrouble(error: unknown, unit: number): Trouble {
    const place = this.#name
    const { code, values } = networkTrouble(error, place)
    if (code === 'noAnswer') return trouble('unit.noAnswer', { place, unit })
    if (code === 'closed') return trouble('unit.closed', { place, unit })
    return trouble('unit.notReached', { place, unit, reason: values['reason'] ?? code })
  }

  get #answerWithinMs(): number {
    return this.#settings.answerWithinMs ?? 10_000
  }

  /** The library's own time limit does not end a connection that hangs while it is made. */
  async #inTime<Answer>(work: Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(
        () => refuse(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
        this.#answerWithinMs + 500,
      )
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  #drop(): void {
    this.#client?.destroy(() => undefined)
    this.#client = null
  }
}

/** What a device has acknowledged it does; whether it did shows what is read back. */
function unlessTaken(error: unknown): void {
  if (!(error instanceof ModbusException) || error.code !== acknowledged) throw error
}

function modbusCodeOf(error: unknown): number | null {
  const code = (error as { modbusCode?: unknown } | null)?.modbusCode
  return typeof code === 'number' ? code : null
}
