import type { WriteName } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

/** What a write of the log did, in words; every write of the endpoint table has some. An older one stays as it is. */
export function useActionText(): (action: string) => string {
  const text = useText<typeof enUS>('record')
  return (action) => {
    const key = `op.${action as WriteName}` as const
    const words = text(key)
    return words === key ? action : words
  }
}
