import { type CurvePoint, reactivePerActive, type Setting } from '@helioport/contract'
import { Refusal } from './power-factor-control.ts'
import {
  int16,
  isOn,
  type ModelRegisters,
  seconds,
  signed,
  stepsPerUnit,
  uint16,
  type Words,
} from './model-registers.ts'
import type { SettingModel, SizedDevice } from './model-settings.ts'

/** Register offsets of 705 (volt-var) and 712 (watt-var), which begin alike. */
const at = { enable: 2, request: 3, result: 4, pointCount: 5, curveCount: 6, revertS: 7, revertCurve: 11, xScale: 12 }
const yScale = 13
const layouts = {
  705: { kind: 'voltageCurve', fixed: 15, head: 10, readOnly: 9 },
  712: { kind: 'powerFactorCurve', fixed: 14, head: 4, readOnly: 3 },
} as const
/** Var in percent of the greatest apparent power; reactive power has priority over active power. */
const [percentOfApparent, reactiveFirst] = [3, 1]
const [accepted, failed] = [1, 2]
const nominal = 100

interface Tools extends SizedDevice {
  wait: (ms: number) => Promise<void>
}

/** A curve is written to a spare slot and adopted on request; the device reports in progress, completed or failed. */
export function curveSetting(id: 705 | 712, registers: ModelRegisters, device: Tools): SettingModel {
  const { kind, fixed, head, readOnly } = layouts[id]
  const ratio = (device.ratedW ?? 1) / (device.apparentVA ?? device.ratedW ?? 1)
  const sizeOf = (words: Words) => head + 2 * (words[at.pointCount] ?? 0)

  /** The first curve is the active one; a later writable one is spare. */
  function spareOf(words: Words): { number: number; offset: number } {
    for (let number = 2; number <= (words[at.curveCount] ?? 0); number++) {
      const offset = fixed + (number - 1) * sizeOf(words)
      if (words[offset + readOnly] === 0) return { number, offset }
    }
    throw new Refusal('unsupported', `model ${id} has no curve that may be written`)
  }

  function cornersIn(words: Words): CurvePoint[] {
    const [x, y] = [stepsPerUnit(words, at.xScale), stepsPerUnit(words, yScale)]
    return Array.from({ length: words[fixed] ?? 0 }, (_, i) => {
      const place = fixed + head + 2 * i
      const share = signed(words[place + 1]) / y / 100
      const where = signed(words[place]) / x / 100
      return { at: where, value: kind === 'voltageCurve' ? share : factorOf(where, share / ratio) }
    })
  }

  function wordsOf(words: Words, points: readonly CurvePoint[]): number[] {
    const [x, y] = [stepsPerUnit(words, at.xScale), stepsPerUnit(words, yScale)]
    return points.flatMap(({ at: where, value }) => {
      const share = kind === 'voltageCurve' ? value : Math.sign(value) * where * reactivePerActive(value) * ratio
      return [uint16(where * 100 * x), int16(share * 100 * y)]
    })
  }

  async function takeOver(number: number): Promise<void> {
    await registers.write(at.request, [number])
    for (let attempt = 0; attempt < 5; attempt++) {
      const result = (await registers.read())[at.result]
      if (result === accepted) return
      if (result === failed) break
      await device.wait(1000)
    }
    throw new Refusal('rejected', `model ${id} did not take the curve over`)
  }

  return {
    kind,
    async read() {
      const words = await registers.read()
      const isEnabled = isOn(words, at.enable)
      spareOf(words)
      if (!isEnabled) return null
      return { kind, value: null, points: cornersIn(words) } satisfies Setting
    },
    async write({ points }, revertAfterS) {
      const words = await registers.read()
      if (!points || points.length > (words[at.pointCount] ?? 0)) {
        throw new Refusal('unsupported', `model ${id} takes ${words[at.pointCount]} points`)
      }
      const { number, offset } = spareOf(words)
      const [corners, reference] = [wordsOf(words, points), int16(nominal * stepsPerUnit(words, at.xScale))]
      await registers.write(offset, [points.length, percentOfApparent, reactiveFirst])
      if (kind === 'voltageCurve') {
        await registers.write(offset + 3, [reference])
        await registers.write(offset + 5, [0])
      }
      await registers.write(offset + head, corners)
      await registers.write(at.revertS, seconds(revertAfterS))
      await takeOver(number)
      await registers.write(at.enable, [1])
    },
    off: () => registers.write(at.enable, [0]),
  }
}

/** Power factor for an active and a reactive power, both as shares of the rated power. */
function factorOf(active: number, reactive: number): number {
  if (active === 0 || reactive === 0) return 1
  return Math.sign(reactive) * (active / Math.hypot(active, reactive))
}
