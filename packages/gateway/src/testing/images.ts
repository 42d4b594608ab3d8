import { numberTypeOf, models } from '../sunspec/model.ts'
import type { Image } from './modbus-device.ts'

/** Raw register values of a model, by point; missing points are "not implemented". */
type Raw = Record<string, number | string>

const absent: Readonly<Record<string, readonly number[]>> = {
  int16: [0x8000],
  sunssf: [0x8000],
  uint16: [0xffff],
  enum16: [0xffff],
  bitfield16: [0xffff],
  count: [0xffff],
  pad: [0x8000],
  int32: [0x8000, 0],
  uint32: [0xffff, 0xffff],
  enum32: [0xffff, 0xffff],
  bitfield32: [0xffff, 0xffff],
  acc32: [0, 0],
  float32: [0x7fc0, 0],
  uint64: [0xffff, 0xffff, 0xffff, 0xffff],
  acc64: [0, 0, 0, 0],
}

const textWords = (text: string, size: number): number[] => {
  const bytes = Buffer.alloc(2 * size)
  bytes.write(text)
  return Array.from({ length: size }, (_, i) => bytes.readUInt16BE(2 * i))
}

export function wordsOf(type: string, size: number, value: number | string | undefined): number[] {
  if (typeof value === 'string' || type === 'string') return textWords(String(value ?? ''), size)
  if (value === undefined) return [...(absent[type] ?? Array.from({ length: size }, () => 0))]
  const bytes = Buffer.alloc(8)
  switch (numberTypeOf[type]) {
    case 'float32':
      bytes.writeFloatBE(value)
      break
    case 'int64':
    case 'uint64':
      bytes.writeBigUInt64BE(BigInt(value))
      break
    case 'int32':
    case 'uint32':
      bytes.writeUInt32BE(value >>> 0)
      break
    default:
      bytes.writeUInt16BE(value & 0xffff)
  }
  return Array.from({ length: size }, (_, i) => bytes.readUInt16BE(2 * i))
}

/** Registers of a model with its header; `repeats`: the values of each tracker. */
export function modelWords(id: number, values: Raw, repeats: readonly Raw[] = []): number[] {
  const model = models.get(id)
  if (!model) throw new Error(`no model ${id}`)
  const fixed = [...model.points.values()].flatMap(({ name, type, size }) => wordsOf(type, size, values[name]))
  const repeated = repeats.flatMap((raw) =>
    [...(model.repeated?.points.values() ?? [])].flatMap(({ name, type, size }) => wordsOf(type, size, raw[name])),
  )
  const words = [...fixed, ...repeated]
  return [id, words.length - 2, ...words.slice(2)]
}

/** A unit's holding registers: start mark, models, end mark. */
export function sunspecImage(blocks: readonly (readonly number[])[], base = 40_000): Image {
  const words = [0x5375, 0x6e53, ...blocks.flat(), 0xffff, 0]
  return new Map(words.map((word, i) => [base + i, word]))
}

/** A three-phase inverter of 10 kW on a sunny day, by models 1, 103, 120, 160; `more` overrides values of 103. */
export function threePhase(more: Raw = {}, serial = 'SE-7E1234AB'): number[][] {
  const inverter = {
    A: 1520, AphA: 506, AphB: 507, AphC: 507, A_SF: -2,
    PhVphA: 2301, PhVphB: 2312, PhVphC: 2298, V_SF: -1,
    W: 10_420, W_SF: 0, Hz: 4998, Hz_SF: -2, VA: 10_480, VA_SF: 0, VAr: -1120, VAr_SF: 0, PF: -9943, PF_SF: -2,
    WH: 81_234_567, WH_SF: 0, DCA: 145, DCA_SF: -1, DCV: 7312, DCV_SF: -1, DCW: 10_602, DCW_SF: 0,
    TmpCab: 412, Tmp_SF: -1, St: 4, Evt1: 0,
  } // prettier-ignore
  const trackers = [
    { DCA: 72, DCV: 7312, DCW: 5265, Tmp: 40 },
    { DCA: 73, DCV: 7310, DCW: 5337, Tmp: 41 },
  ]
  return [
    modelWords(1, { Mn: 'Solar Works', Md: 'SW10K', Vr: '4.1', SN: serial, DA: 1 }),
    modelWords(103, { ...inverter, ...more }),
    modelWords(120, { DERTyp: 4, WRtg: 1000, WRtg_SF: 1 }),
    modelWords(160, { DCA_SF: -1, DCV_SF: -1, DCW_SF: 0, Evt: 0, N: 2 }, trackers),
  ]
}
