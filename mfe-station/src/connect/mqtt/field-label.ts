import type { MappedField } from '@helioport/contract/mapping'
import { useOwnerText } from '../../station/owner-texts.ts'

type Name = MappedField extends infer F ? (F extends `${infer N}${1 | 2 | 3 | 4}` ? N : F) : never

/** What a quantity is called; of phases and trackers with their number. */
export function useFieldLabel(): (field: MappedField | 'time') => string {
  const text = useOwnerText()
  return (field) => {
    const [, name = '', nth = ''] = /^(.*?)(\d?)$/.exec(field) ?? []
    const label = text(`mqtt.field.${name as Name}`)
    return nth === '' ? label : `${label} ${nth}`
  }
}
