import type { MappedField } from '@helioport/contract/mapping'
import { useOwnerText } from '../../station/owner-texts.ts'

type Name = MappedField extends infer F ? (F extends `${infer N}${1 | 2 | 3 | 4}` ? N : F) : never

/** Name of a quantity; with its number for phases and trackers. */
export function useFieldLabel(): (field: MappedField | 'time') => string {
  const text = useOwnerText()
  return (field) => {
    const [, name = '', nth = ''] = /^(.*?)(\d?)$/.exec(field) ?? []
    const label = text(`mqtt.field.${name as Name}`)
    return nth === '' ? label : `${label} ${nth}`
  }
}
