import { broker } from './checks/broker.ts'
import { files } from './checks/files.ts'
import { type Check, type Finding, type Patient, bad } from './checks/check.ts'
import { addresses, clock, disk, folderRights, keyModes, nodeVersion, ports } from './checks/machine.ts'
import { database, mail, releaseIndex } from './checks/parts.ts'
import { placeOf, readServing } from './place.ts'
import { programName, type Told } from './settings.ts'

const checks: readonly Check[] = [
  nodeVersion,
  folderRights,
  disk,
  clock,
  ports,
  addresses,
  keyModes,
  database,
  mail,
  broker,
  files,
  releaseIndex,
]

const marks = { good: '✓', warning: '!', bad: '✗' } as const

async function lookAt(check: Check, patient: Patient): Promise<(Finding & { name: string })[]> {
  try {
    return [await check.look(patient)].flat().map((finding) => ({ name: check.name, ...finding }))
  } catch (error) {
    // A check that fails itself is reported, and the others continue.
    const says = error instanceof Error ? error.message : String(error)
    return [{ name: check.name, ...bad(says, `${programName} status`) }]
  }
}

export async function examine(told: Told, now: number): Promise<(Finding & { name: string })[]> {
  const place = placeOf(told)
  const patient = { told, place, serving: readServing(place.data), now }
  const found = []
  for (const check of checks) found.push(...(await lookAt(check, patient)))
  return found
}

/** Prints every check. @returns 1 if one of them is bad */
export async function runDoctor(told: Told): Promise<number> {
  const found = await examine(told, Date.now())
  const isBad = found.some(({ state }) => state === 'bad')
  if (told.json) console.log(JSON.stringify(found, null, 2))
  else
    for (const { name, state, says, fix } of found) {
      console.log(`${marks[state]} ${name.padEnd(9)} ${says}`)
      if (fix !== undefined) console.log(`  ${''.padEnd(9)} next: ${fix}`)
    }
  return isBad ? 1 : 0
}
