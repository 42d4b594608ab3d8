import { useEffect, useRef, useState } from 'react'
import { useUi } from '../core/ui-provider.tsx'
import { calendarTagOf, loadCalendar, type LoadedCalendar } from './load-calendar.ts'

/** Whether a picker's calendar is open, and its code, which is fetched when somebody is about to open it. */
export function useCalendar() {
  const { locale } = useUi()
  const [open, setOpen] = useState(false)
  const [loaded, setLoaded] = useState<LoadedCalendar>()
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const away = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])

  return {
    /** Around picker and calendar: a click elsewhere closes it. */
    root,
    /** Takes the focus back. */
    opener,
    open,
    close: () => {
      setOpen(false)
      opener.current?.focus()
    },
    toggle: () => {
      setOpen(!open)
      // Without its code no calendar can open; the steps beside it work on.
      if (!open) loadCalendar(locale).then(setLoaded, () => setOpen(false))
    },
    preload: () => void loadCalendar(locale).catch(() => {}),
    /** Undefined until it is there in the language of the page. */
    calendar: loaded?.tag === calendarTagOf(locale) ? loaded : undefined,
  }
}
