import type { Block } from './decode.ts'

/** Models whose values have no field in a frame. */
export const noteModels = [124, 304, 305, 703]

const batteryStates: Readonly<Record<number, string>> = {
  1: 'off',
  2: 'empty',
  3: 'discharging',
  4: 'charging',
  5: 'full',
  6: 'holding',
  7: 'testing',
}
const disabled = 0

/** Notes of these models, for people; `whose`: the device's serial, their prefix. */
export function notesBy(whose: string, blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    const told = noteOf(block)
    return told === null ? [] : [`${whose}: ${told}`]
  })
}

function noteOf(block: Block): string | null {
  switch (block.model.id) {
    case 124:
      return batteryNote(block)
    case 304:
      return inclinationNote(block)
    case 305:
      return placeNote(block)
    default:
      return serviceNote(block)
  }
}

/** State of the battery; null without one, as hybrids may have the model but no battery. */
export function batteryStateOf(storage: Block | null): string | null {
  const state = batteryStates[storage?.value('ChaSt') ?? -1] ?? null
  return state === 'off' ? null : state
}

function batteryNote(block: Block): string | null {
  const state = batteryStateOf(block)
  const [charge, voltage] = [block.value('ChaState'), block.value('InBatV')]
  const parts = [charge === undefined ? null : `${charge} %`, state, voltage === undefined ? null : `${voltage} V`]
  return textOf('battery', state === null ? [] : parts)
}

function inclinationNote(block: Block): string | null {
  const each = block.repeats().map((one) => {
    const angles = ['Inclx', 'Incly', 'Inclz'].map((name) => one.value(name))
    return angles.every((angle) => angle === undefined)
      ? null
      : angles.map((angle) => (angle === undefined ? '–' : `${angle}°`)).join(' / ')
  })
  return textOf('inclination', each)
}

function placeNote(block: Block): string | null {
  const [latitude, longitude, altitude] = [block.value('Lat'), block.value('Long'), block.value('Alt')]
  const place = latitude === undefined || longitude === undefined ? null : `${latitude}, ${longitude}`
  const name = block.text('Loc').trim()
  return textOf('place', [place, altitude === undefined ? null : `${altitude} m`, name === '' ? null : name])
}

/** 703: after a grid failure a device waits, or must not reconnect. */
function serviceNote(block: Block): string | null {
  if (block.value('ES') === disabled) return 'it may not feed in: entering service is switched off (model 703)'
  const left = block.value('ESDlyRemTms') ?? 0
  return left > 0 ? `it waits ${left} s before it feeds in` : null
}

function textOf(what: string, parts: readonly (string | null)[]): string | null {
  const told = parts.filter((part) => part !== null)
  return told.length === 0 ? null : `${what} ${told.join(', ')}`
}
