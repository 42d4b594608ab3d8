import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/open-database.ts'
import type { HttpPlant } from '../testing/http-plant.ts'
import { frame } from '../testing/test-portal.ts'

const kwhPerFrame = 0.5
const binMs = 300_000

/** A logger as the contract requires: one frame after the other, retried until it is acknowledged. */
export function startCountingLogger(plant: HttpPlant, url: string) {
  const start = Math.floor(Date.now() / 86_400_000 - 30) * 86_400_000
  const state = { isOver: false, acknowledged: 0, refusals: new Map<string, number>() }
  const done = (async () => {
    for (let nth = 0; !state.isOver;) {
      const values = { powerW: 6000, energyTotalKwh: nth * kwhPerFrame }
      const { status, errorCode } = await plant.send(url, [frame(plant.serial, start + nth * binMs, values)])
      if (status === 200) {
        nth += 1
        state.acknowledged = nth
      } else {
        const refusal = `${status} ${errorCode}`
        state.refusals.set(refusal, (state.refusals.get(refusal) ?? 0) + 1)
        await wait(20)
      }
    }
  })()
  return {
    state,
    /** Resolves when `count` frames have been acknowledged. */
    until: async (count: number) => {
      while (state.acknowledged < count) await wait(5)
    },
    finish: async () => {
      state.isOver = true
      await done
    },
  }
}

/** Asserts that this many frames are stored, and that their energy is exact. */
export async function checkLogged(db: Database, frames: number): Promise<void> {
  const { rows } = await db.pool.query<{ frames: number; kwh: number }>(
    'select (select count(*)::int from device_sample) as frames, (select sum(energy_kwh) from device_day) as kwh',
  )
  const [stored] = rows
  assert.equal(stored?.frames, frames)
  assert.ok(Math.abs((stored?.kwh ?? 0) - (frames - 1) * kwhPerFrame) < 1e-6)
}
