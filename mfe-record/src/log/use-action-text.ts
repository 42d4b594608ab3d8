import { useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

type OperationKey = Extract<keyof typeof enUS, `op.${string}`>

/**
 * Text for an operation of the log; all of the endpoint table have one (use-action-text.test.ts). An endpoint of former
 * times, or of a shell that is newer than this release, is shown by its name.
 */
export function useActionText(): (action: string) => string {
  const text = useText<typeof enUS>('record')
  return (action) => {
    const key = `op.${action}` as OperationKey
    const words = text(key)
    return words === key ? action : words
  }
}
