import type { DeviceModules, ModuleType } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { all, between, maxLength, required, type Rule, type Rules } from '@helioport/ui/form'

/** Ratings and coefficients of a datasheet, by the endpoint's field names. */
export const plateKeys = [
  'iscA',
  'vocV',
  'impA',
  'vmpV',
  'alphaPercent',
  'betaPercent',
  'gammaPercent',
  'cells',
] as const satisfies readonly (keyof ModuleType)[]
type PlateKey = (typeof plateKeys)[number]

/** Entries of the form; numbers are null while their field is empty. */
export type ModuleEntries = Record<PlateKey | 'modulesPerString' | 'stringsPerTracker', number | null> & {
  /** Key of the chosen common module; empty: none. */
  chosen: string
  manufacturer: string
  model: string
}

export const keyOfType = ({ manufacturer, model }: ModuleType): string => `${manufacturer} ${model}`.trim()

export const plateOf = (type: ModuleType | null): Record<PlateKey, number | null> =>
  Object.fromEntries(plateKeys.map((key) => [key, type?.[key] ?? null])) as Record<PlateKey, number | null>

export const moduleEntriesOf = (modules: DeviceModules | null): ModuleEntries => ({
  chosen: '',
  manufacturer: modules?.manufacturer ?? '',
  model: modules?.model ?? '',
  ...plateOf(modules),
  modulesPerString: modules?.modulesPerString ?? null,
  stringsPerTracker: modules?.stringsPerTracker ?? null,
})

/** The entries in the endpoint's form, once they are valid. */
export function modulesOf(entries: ModuleEntries): DeviceModules {
  const { manufacturer, model, modulesPerString, stringsPerTracker } = entries
  const plate = Object.fromEntries(plateKeys.map((key) => [key, entries[key] ?? 0])) as Record<PlateKey, number>
  return { manufacturer, model, modulesPerString, stringsPerTracker, ...plate }
}

/** Same limits as in the service. */
export function useModuleRules(): Rules<ModuleEntries> {
  const common = useText()
  const format = useFormat()
  const needed = required(common('field.required'))
  const range = (min: number, max: number) =>
    between(
      min,
      max,
      common('field.numberRange', { min: format.number(min, min % 1 ? 2 : 0), max: format.number(max) }),
    )
  const amount = (min: number, max: number): Rule<number | null> => all<number | null, unknown>(needed, range(min, max))
  const long = maxLength(60, common('field.tooLong', { max: 60 }))
  return {
    manufacturer: long,
    model: all(needed, long),
    iscA: amount(0.01, 100),
    vocV: amount(0.1, 1000),
    impA: amount(0.01, 100),
    vmpV: amount(0.1, 1000),
    alphaPercent: amount(-1, 1),
    betaPercent: amount(-2, 0),
    gammaPercent: amount(-2, 0),
    cells: amount(1, 1000),
    modulesPerString: range(1, 100),
    stringsPerTracker: range(1, 32),
  }
}
