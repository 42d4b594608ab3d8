import ModbusRtu from 'modbus-serial'
import { networkTrouble } from '../source/network-trouble.ts'
import { SourceAway, SourceTrouble, trouble, type Trouble } from '../source/trouble.ts'

/** The device answered with an exception, for example 2: no such register. */
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
  /** Pause that some makers' devices need between the connection and the first question, ms. */
  settleMs?: number
  /** Time-out of an answer, ms. */
  answerWithinMs?: number
}

/**
 * Exceptions 5 and 6: the write is accepted but takes longer than a time-out; the device is busy with something else.
 */
const [acknowledged, busy] = [5, 6]
const triesOfBusy = 3
const busyPauseMs = 1000
const shortestPauseMs = 1000
const longestPauseMs = 5 * 60_000
/** Exceptions for a missing device behind a gateway: path unavailable, no response. */
const nobodyBehind = new Set([0x0a, 0x0b])

/**
 * The only connection to a host and port, shared by all its units: many inverters accept no second one and then stop
 * answering until a power cycle. Questions are queued. An unreachable host is retried after 1 s, then 2 s, up to five
 * minutes.
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
   * Reads at most 125 registers.
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

  /** Writes consecutive registers in one message (function 16). */
  async write(unit: number, address: number, values: number[]): Promise<void> {
    await this.#inTurn(unit, (client) => client.writeRegisters(address, values)).catch(unlessTaken)
  }

  /** Writes one register (function 6), for devices that accept only one per message. */
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

  /** Retries while the device answers "busy". */
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
      // A late answer could be taken for the next question's: this connection is dropped.
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
    // No new attempt before the pause is over: the last trouble still holds.
    if (this.#lastTrouble && now() < this.#nextTryAt) throw new SourceAway(this.#lastTrouble)
    const client = new ModbusRtu()
    // A socket that breaks between two questions is noticed by the next one.
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

  /** Trouble of one unit: others behind the same address may answer. */
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

  /** The library's time-out does not cover a connection that hangs while it is opened. */
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

/** An acknowledged write will be done; reading back shows whether it was. */
function unlessTaken(error: unknown): void {
  if (!(error instanceof ModbusException) || error.code !== acknowledged) throw error
}

function modbusCodeOf(error: unknown): number | null {
  const code = (error as { modbusCode?: unknown } | null)?.modbusCode
  return typeof code === 'number' ? code : null
}
