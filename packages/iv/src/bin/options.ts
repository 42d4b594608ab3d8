import { parseArgs } from 'node:util'
import { findModule } from '../module/common-modules.ts'
import { checkModule, type ModuleData } from '../module/module-data.ts'

export interface Options {
  file: string
  json: boolean
  module: ModuleData | undefined
  modules: number | undefined
  parallel: number | undefined
  irradianceWm2: number | undefined
  cellC: number | undefined
  /** Temperature at the back of the modules, if that of the cells is unknown. */
  backC: number | undefined
  ageYears?: number | undefined
}

export class UsageError extends Error {}

/** Options of a free entry; coefficients are in percent per kelvin, as in datasheets. */
const freeEntry = ['isc', 'voc', 'imp', 'vmp', 'alpha', 'beta', 'gamma', 'cells'] as const

const text = { type: 'string' } as const

/** @throws UsageError with a message about the wrong argument */
export function optionsOf(args: string[]): Options {
  const { values, positionals } = parsed(args)
  const number = (name: keyof typeof values): number | undefined => {
    const value = values[name]
    if (value === undefined || typeof value === 'boolean') return undefined
    const amount = Number(String(value).replace(',', '.'))
    if (!Number.isFinite(amount)) throw new UsageError(`--${name} is no number: ${value}`)
    return amount
  }
  const [file] = positionals
  if (file === undefined) throw new UsageError('Which file?')
  return {
    file,
    json: values.json === true,
    module: moduleOf(values.module, number),
    modules: number('modules'),
    parallel: number('parallel'),
    irradianceWm2: number('irradiance'),
    ageYears: number('age'),
    cellC: number('cell'),
    backC: number('back'),
  }
}

const isNegative = (text: string | undefined) => text !== undefined && /^-[\d.,]/.test(text)

function parsed(args: string[]) {
  try {
    return parseArgs({
      // Coefficients are negative: a number with a leading dash is a value, not an option.
      args: args.flatMap((one, i) =>
        isNegative(one) ? [] : isNegative(args[i + 1]) ? [`${one}=${args[i + 1]}`] : [one],
      ),
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        module: text,
        modules: text,
        parallel: text,
        irradiance: text,
        cell: text,
        back: text,
        age: text,
        isc: text,
        voc: text,
        imp: text,
        vmp: text,
        alpha: text,
        beta: text,
        gamma: text,
        cells: text,
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function moduleOf(
  name: string | undefined,
  number: (name: (typeof freeEntry)[number]) => number | undefined,
): ModuleData | undefined {
  if (name !== undefined) {
    const found = findModule(name)
    if (!found) throw new UsageError(`No module, or several, are called ${name}; "npm run iv -- modules" lists them.`)
    return found
  }
  const values = freeEntry.map((field) => number(field))
  if (values.every((value) => value === undefined)) return undefined
  const missing = freeEntry.filter((_, i) => values[i] === undefined)
  if (missing.length > 0) throw new UsageError(`A module needs --${missing.join(', --')}, too.`)
  const [iscA = 0, vocV = 0, impA = 0, vmpV = 0, alpha = 0, beta = 0, gamma = 0, cells = 0] = values
  const module: ModuleData = {
    manufacturer: '',
    model: 'free entry',
    iscA,
    vocV,
    impA,
    vmpV,
    alpha: alpha / 100,
    beta: beta / 100,
    gamma: gamma / 100,
    cells,
  }
  const problems = checkModule(module)
  if (problems.length > 0) throw new UsageError(`Such a module cannot be: ${problems.join(', ')}`)
  return module
}
