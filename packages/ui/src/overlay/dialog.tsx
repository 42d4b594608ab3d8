import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from '../core/button.tsx'
import { cx } from '../core/class-names.ts'
import styles from './dialog.module.css'
import { wayBackFrom } from './way-back.ts'

export interface DialogProps {
  open: boolean
  title: string
  /** On Escape, on the close button, and on a click outside. */
  onClose: () => void
  closeLabel: string
  children: ReactNode
  /** Its buttons. */
  footer?: ReactNode
}

interface FrameProps extends DialogProps {
  look: 'modal' | 'drawer'
  role?: 'dialog' | 'alertdialog'
  bare?: boolean
}

/** The browser's own modal dialog: it traps the focus, restores it, makes the page inert and lies above everything. */
export function DialogFrame({
  open,
  title,
  onClose,
  closeLabel,
  children,
  footer,
  look,
  role,
  bare = false,
}: FrameProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const dialog = element.current
    if (!dialog || !open) return
    const goBack = wayBackFrom(dialog)
    dialog.showModal()
    const root = document.documentElement
    const before = root.style.overflow
    root.style.overflow = 'hidden'
    return () => {
      root.style.overflow = before
      dialog.close()
      // The dialog has been removed from the page: the browser cannot always restore the focus itself.
      goBack()
    }
  }, [open])

  if (!open) return null
  return (
    <dialog
      ref={element}
      role={role}
      className={cx(styles['dialog'], styles[look])}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2 id={heading} className={styles['title']}>
            {title}
          </h2>
          {!bare && <IconButton icon="close" label={closeLabel} size="s" onClick={onClose} />}
        </div>
        <div className={styles['content']}>{children}</div>
        {footer && <div className={styles['foot']}>{footer}</div>}
      </div>
    </dialog>
  )
}

/** A question or a small form in the middle of the window. */
export function Modal(props: DialogProps) {
  return <DialogFrame {...props} look="modal" />
}

/** Details from the end side; from below on a phone. */
export function Drawer(props: DialogProps) {
  return <DialogFrame {...props} look="drawer" />
}
