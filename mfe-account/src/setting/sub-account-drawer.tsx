import type { SubAccount } from '@helioport/contract'
import { Drawer } from '@helioport/ui/overlay'
import { SubAccountChangeForm } from './sub-account-change-form.tsx'
import { SubAccountForm } from './sub-account-form.tsx'
import { useAccountText } from '../account/use-account-text.ts'

interface SubAccountDrawerProps {
  /** Undefined: closed. */
  account: SubAccount | 'new' | undefined
  onClose: () => void
}

/** Drawer to create or change a sub-account. */
export function SubAccountDrawer({ account, onClose }: SubAccountDrawerProps) {
  const text = useAccountText()
  return (
    <Drawer
      open={account !== undefined}
      title={account === 'new' ? text('sub.add') : (account?.userName ?? '')}
      onClose={onClose}
      closeLabel={text('close')}
    >
      {account === 'new' && <SubAccountForm onDone={onClose} />}
      {account && account !== 'new' && <SubAccountChangeForm account={account} onDone={onClose} />}
    </Drawer>
  )
}
