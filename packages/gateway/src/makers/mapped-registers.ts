import { deviceModes } from '@helioport/contract'
import Type, { type Static } from 'typebox'
import { wordsOf } from '../modbus/registers.ts'
import { mappingFile } from '../source/mapping-file.ts'
import type { Register, RegisterMap } from './register-map.ts'

const closed = { additionalProperties: false }
const oneOf = <Word extends string>(...words: Word[]) => Type.Unsafe<Word>({ type: 'string', enum: words })
const Address = Type.Integer({ minimum: 0, maximum: 65_535 })
const Kind = oneOf('holding', 'input')

const MappedRegister = Type.Object(
  {
    /** Address on the wire: many documents count from 1. */
    address: Address,
    type: oneOf('int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32'),
    /** Frame unit (W, V, A, Hz, °C, kWh, h) per step; default 1. */
    scale: Type.Optional(Type.Number()),
  },
  closed,
)
const Maybe = Type.Optional(MappedRegister)
const List = Type.Optional(Type.Array(MappedRegister, { minItems: 1, maxItems: 24 }))
const { standby, onGrid, offGrid, fault, shutdown } = deviceModes
const modes = { standby, onGrid, offGrid, fault, shutdown }

const RegisterFile = Type.Object(
  {
    about: Type.Optional(Type.String()),
    maker: Type.String({ minLength: 1, maxLength: 30 }),
    /** Register kind of the values, and the word order of values of several registers. */
    kind: Type.Optional(Kind),
    order: Type.Optional(oneOf('highFirst', 'lowFirst')),
    /** Pause between the connection and the first question, ms. */
    settleMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    /** Serial, text or a 32-bit number; it makes a swapped device another one. */
    serial: Type.Object(
      {
        kind: Type.Optional(Kind),
        address: Address,
        count: Type.Integer({ minimum: 1, maximum: 32 }),
        isNumber: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    values: Type.Object(
      {
        powerW: MappedRegister,
        reactiveVar: Maybe,
        frequencyHz: Maybe,
        cabinetC: Maybe,
        energyTodayKwh: Maybe,
        ratedPowerW: Maybe,
        hoursTotal: Maybe,
        dcPowerW: Maybe,
      },
      closed,
    ),
    /** The lifetime counter. */
    energyTotalKwh: MappedRegister,
    lists: Type.Optional(
      Type.Object(
        { acVoltageV: List, acCurrentA: List, mpptVoltageV: List, mpptCurrentA: List, stringCurrentA: List },
        closed,
      ),
    ),
    state: Type.Optional(
      Type.Object(
        {
          register: MappedRegister,
          modes: Type.Record(
            Type.String({ pattern: '^\\d{1,10}$' }),
            oneOf('standby', 'onGrid', 'offGrid', 'fault', 'shutdown'),
          ),
        },
        closed,
      ),
    ),
    /** Ranges that are read in one request each, as `[address, count]`; default: adjacent registers. */
    blocks: Type.Optional(
      Type.Array(Type.Tuple([Address, Type.Integer({ minimum: 1, maximum: 125 })]), { minItems: 1, maxItems: 60 }),
    ),
  },
  closed,
)
type RegisterFile = Static<typeof RegisterFile>

/**
 * Register map of a maker without a table here, as a person wrote it.
 * @throws Error that says where it is wrong
 */
export const registerMapIn = (file: string): RegisterMap => registerMapOf(mappingFile(RegisterFile, file))

function registerMapOf({
  maker,
  kind = 'holding',
  order = 'highFirst',
  settleMs = 0,
  ...file
}: RegisterFile): RegisterMap {
  const { dcPowerW, ...single } = file.values
  const values = Object.fromEntries(
    Object.entries(single).flatMap(([name, own]) => (own ? [[name, registerOf(own)]] : [])),
  ) as RegisterMap['values']
  const lists = Object.fromEntries(
    Object.entries(file.lists ?? {}).map(([name, own]) => [name, own.map(registerOf)]),
  ) as RegisterMap['lists']
  const dcPowers = dcPowerW ? [registerOf(dcPowerW)] : []
  const total = registerOf(file.energyTotalKwh)
  const state = file.state ? [registerOf(file.state.register)] : []
  const all = [...Object.values(values), ...Object.values(lists).flat(), ...dcPowers, total, ...state]
  const { isNumber, ...serial } = file.serial
  return {
    maker,
    port: 502,
    unit: 1,
    kind,
    order,
    settleMs,
    serial: { kind, ...serial, ...(isNumber && { is32Bits: true }) },
    model: null,
    blocks: file.blocks ?? sideBySide(all),
    values,
    total,
    dcPowers,
    lists,
    state: {
      register: state[0] ?? nowhere,
      modes: Object.fromEntries(Object.entries(file.state?.modes ?? {}).map(([told, mode]) => [told, modes[mode]])),
    },
  }
}

const registerOf = ({ address, type, scale = 1 }: Static<typeof MappedRegister>): Register => ({
  address,
  type,
  step: scale,
})

/** For a device that reports no state. */
const nowhere: Register = { address: -1, type: 'uint16', step: 1 }

/** Merges only adjacent registers: the device might refuse, or fall silent after, a register between them. */
function sideBySide(registers: readonly Register[]): [address: number, count: number][] {
  const blocks: [address: number, count: number][] = []
  for (const { address, type } of registers.toSorted((one, other) => one.address - other.address)) {
    const last = blocks.at(-1)
    const end = address + wordsOf[type]
    if (last && address <= last[0] + last[1] && end - last[0] <= mostAtOnce) last[1] = Math.max(last[1], end - last[0])
    else blocks.push([address, wordsOf[type]])
  }
  return blocks
}
const mostAtOnce = 125
