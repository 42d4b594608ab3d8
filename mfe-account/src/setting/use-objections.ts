import { ApiError } from '@helioport/api-client'
import type { AccountSettings } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import type { Errors, Rule } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { objectionTo, type Objection, type SettingField, settingFields } from './settings-rules.ts'

type FormRules = { [K in SettingField]: Rule<AccountSettings[K], AccountSettings> }

/** Field of a JSON pointer such as `/phone`. */
export function fieldOf(path: string): SettingField | undefined {
  const name = path.split('/').at(-1)
  return settingFields.find((field) => field === name)
}

/** The form's rules as texts, and the service's objections with the same texts. */
export function useObjections() {
  const text = useText<typeof enUS>('account')
  const say = ({ key, values }: Objection) => text(key, values)
  const rule =
    (field: SettingField) =>
    (_: unknown, settings: AccountSettings): string | undefined => {
      const objection = objectionTo(field, settings)
      return objection && say(objection)
    }
  const rules = Object.fromEntries(settingFields.map((field) => [field, rule(field)])) as FormRules

  /** Objections of the service by field; a failure without fields concerns the whole form. */
  const objectionsOf = (failure: unknown, settings: AccountSettings): Errors<AccountSettings> => {
    if (!(failure instanceof ApiError)) throw failure
    const objections: Errors<AccountSettings> = {}
    for (const { path } of failure.issues) {
      const field = fieldOf(path)
      if (!field) continue
      const objection = objectionTo(field, settings)
      objections[field] = objection ? say(objection) : text('rule.refused')
    }
    return objections
  }
  return { rules, objectionsOf }
}
