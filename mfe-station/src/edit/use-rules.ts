import { type ApiErrorCode, ApiError } from '@helioport/api-client'
import { useFormat, useText } from '@helioport/i18n'
import type { Errors, Rule } from '@helioport/ui/form'
import { useOwnerText } from '../station/owner-texts.ts'
import { type Breach, breachOf, judgedFields } from './station-breaches.ts'
import type { SaveFailure } from './save-station.ts'
import type { StationValues } from './station-values.ts'

type Field = keyof StationValues
type FormRules = { [F in Field]?: Rule<StationValues[F], StationValues> }

/** Field that shows a refusal without a field of its own. */
const fieldOfCode: Partial<Record<ApiErrorCode, Field>> = {
  'station.nameTaken': 'name',
  'station.collectorDevice': 'collectorDeviceId',
  'station.currencyFixed': 'currency',
}

/** Field by the prefix of an error code. */
const fieldOfKind: Readonly<Record<string, Field>> = { device: 'deviceIds', tariff: 'rates', co2Factor: 'factor' }

const fieldOfRefusal = (code: ApiErrorCode): Field | undefined =>
  fieldOfCode[code] ?? fieldOfKind[code.split('.')[0] ?? '']

/** Fields of the request with another name in the form. */
const fieldOfInput = new Map<string, Field>([
  ['temperatureCoefficient', 'coefficientPercent'],
  ['removedRates', 'rates'],
])

/** Field of a JSON pointer such as `/station/name` or `/rates/0/rate`. */
export function fieldOf(path: string, values: StationValues): Field | undefined {
  const [, part = '', inner = ''] = path.split('/')
  const name = part === 'station' ? inner : part
  return fieldOfInput.get(name) ?? (Object.hasOwn(values, name) ? (name as Field) : undefined)
}

/** Text of a broken rule. */
export function useBreachText(): (breach: Breach) => string {
  const text = useOwnerText()
  const format = useFormat()
  return ({ key, values = {} }) =>
    text(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, format.number(value)])))
}

/** The form's rules with their texts, and the service's refusals by field. */
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
    if (part !== 'form') return { [part]: reasons(reason.code) }
    const named = fieldOfRefusal(reason.code)
    if (named) return { [named]: reasons(reason.code) }
    const fields = reason.issues.map(({ path }) => fieldOf(path, values)).filter((field) => field !== undefined)
    return Object.fromEntries(fields.map((field) => [field, rule(field)(null, values) ?? text('rule.refused')]))
  }
  return { rules, objectionsTo }
}
