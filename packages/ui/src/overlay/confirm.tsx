import type { ReactNode } from 'react'
import { Button } from '../core/button.tsx'
import { DialogFrame } from './dialog.tsx'

interface ConfirmProps {
  open: boolean
  title: string
  /** What will happen. */
  text: ReactNode
  /** Names the consequence: "Delete plant". */
  confirmLabel: string
  cancelLabel: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that cannot be undone. */
export function Confirm({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  return (
    <DialogFrame
      open={open}
      title={title}
      onClose={onCancel}
      closeLabel={cancelLabel}
      look="modal"
      role="alertdialog"
      bare
      footer={
        <>
          <Button onClick={onCancel}>{cancelLabel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text}
    </DialogFrame>
  )
}
