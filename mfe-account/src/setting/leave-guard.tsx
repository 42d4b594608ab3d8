import { Confirm } from '@helioport/ui/overlay'
import { useAccountText } from '../account/use-account-text.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Dialog before unsaved input is left. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const text = useAccountText()
  const guard = useLeaveGuard(isDirty)
  return (
    <Confirm
      open={guard.isAsking}
      title={text('guard.title')}
      text={text('guard.text')}
      confirmLabel={text('guard.leave')}
      cancelLabel={text('guard.stay')}
      danger
      onConfirm={guard.leave}
      onCancel={guard.stay}
    />
  )
}
