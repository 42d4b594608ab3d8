import type { WriteName } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

/** Text for an operation of the log; all of the endpoint table have one, a former endpoint is shown by its name. */
export function useActionText(): (action: string) => string {
  const text = useText<typeof enUS>('record')
  return (action) => {
    const key = `op.${action as WriteName}` as const
    const words = text(key)
    return words === key ? action : words
  }
}
