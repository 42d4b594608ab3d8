import { type ApiErrorCode, ApiError } from '@helioport/api-client'
import { useFormat, useText } from '@helioport/i18n'
import type { Errors, Rule } from '@helioport/ui/form'
import { useOwnerText } from '../station/owner-texts.ts'
import { type Breach, breachOf, judgedFields } from './station-breaches.ts'
import { type SaveFailure, type SavePart } from './save-station.ts'
import type { StationValues } from './station-values.ts'

type Field = keyof StationValues
type FormRules = { [F in Field]?: Rule<StationValues[F], StationValues> }

/** Where a refusal shows that names no field. */
const fieldOfCode: Partial<Record<ApiErrorCode, Field>> = {
  'station.nameTaken': 'name',
  'station.collectorDevice': 'collectorDeviceId',
  'station.currencyFixed': 'currency',
}

const fieldOfPart: Record<Exclude<SavePart, 'station'>, Field> = {
  devices: 'deviceIds',
  rates: 'rates',
  factor: 'factor',
  picture: 'picture',
  logo: 'logo',
}

/** Fields of the request that have another name in the form. */
const fieldOfInput = new Map<string, Field>([
  ['temperatureCoefficient', 'coefficientPercent'],
  ['price', 'rates'],
])

/** Field of a JSON pointer such as `/name`. */
export function fieldOf(path: string, values: StationValues): Field | undefined {
  const name = path.split('/')[1] ?? ''
  return fieldOfInput.get(name) ?? (Object.hasOwn(values, name) ? (name as Field) : undefined)
}

/** A breach in words. */
export function useBreachText(): (breach: Breach) => string {
  const text = useOwnerText()
  const format = useFormat()
  return ({ key, values = {} }) =>
    text(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, format.number(value)])))
}

/** The rules of the form in words, and the service's refusals at the fields that they are about. */
export function useRules(): {
  rules: FormRules
  objectionsTo: (failure: SaveFailure, values: StationValues) => Errors<StationValues>
} {
  const text = useOwnerText()
  const reasons = useText('error')
  const say = useBreachText()
  const rule =
    (field: Field) =>
    (_: unknown, values: StationValues): string | undefined => {
      const breach = breachOf(field, values)
      return breach && say(breach)
    }
  const rules = Object.fromEntries(judgedFields.map((field) => [field, rule(field)])) as FormRules

  const objectionsTo = ({ part, reason }: SaveFailure, values: StationValues): Errors<StationValues> => {
    if (!(reason instanceof ApiError)) return {}
    if (part !== 'station') return { [fieldOfPart[part]]: reasons(reason.code) }
    const named = fieldOfCode[reason.code]
    if (named) return { [named]: reasons(reason.code) }
    const fields = reason.issues.map(({ path }) => fieldOf(path, values)).filter((field) => field !== undefined)
    return Object.fromEntries(fields.map((field) => [field, rule(field)(null, values) ?? text('rule.refused')]))
  }
  return { rules, objectionsTo }
}
