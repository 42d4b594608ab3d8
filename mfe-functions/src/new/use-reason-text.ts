import { type CommandKind, settingGroupOf } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import type { Obstacle } from './readiness.ts'

/** Text of an obstacle for a kind of command. */
export function useReasonText(kind: CommandKind) {
  const text = useText<typeof enUS>('functions')
  return (obstacle: Obstacle) =>
    obstacle === 'unsupported'
      ? text(`obstacle.unsupported.${kind === 'ivScan' ? 'scan' : settingGroupOf(kind)}`)
      : text(`obstacle.${obstacle}.reason`)
}
