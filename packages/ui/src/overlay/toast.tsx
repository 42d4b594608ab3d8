import { useSyncExternalStore } from 'react'
import { IconButton } from '../core/button.tsx'
import { Icon } from '../core/icon.tsx'
import { cx } from '../core/class-names.ts'
import styles from './toast.module.css'

export interface Toast {
  tone: 'good' | 'bad' | 'info'
  text: string
}

interface ShownToast extends Toast {
  id: number
}

const shownMs = { good: 4000, info: 6000, bad: 10_000 } as const
const mostShown = 3

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

function dismiss(id: number) {
  change(shown.filter((toast) => toast.id !== id))
}

/** Shows a short message for some seconds. A message that the person must read belongs in the page instead. */
export function toast(message: Toast): void {
  lastId += 1
  const id = lastId
  change([...shown, { ...message, id }].slice(-mostShown))
  setTimeout(() => dismiss(id), shownMs[message.tone])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const icons = { good: 'checkCircle', bad: 'error', info: 'info' } as const

/** The place where toasts appear; the shell renders it once. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribe, () => shown)
  return (
    <div className={styles['toasts']} role="status" aria-live="polite">
      {toasts.map(({ id, tone, text }) => (
        <div key={id} className={styles['toast']}>
          <Icon name={icons[tone]} className={cx(styles[tone])} />
          <span className={styles['text']}>{text}</span>
          <IconButton icon="close" size="s" label={closeLabel} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
