import { useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

type OperationKey = Extract<keyof typeof enUS, `op.${string}`>

/**
 * Text of a logged operation; use-action-text.test.ts checks that all endpoints have one. An endpoint that this release
 * does not know (removed, or newer) is shown by its name.
 */
export function useActionText(): (action: string) => string {
  const text = useText<typeof enUS>('record')
  return (action) => {
    const key = `op.${action}` as OperationKey
    const words = text(key)
    return words === key ? action : words
  }
}
