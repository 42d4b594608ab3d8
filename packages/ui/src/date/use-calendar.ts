import { useEffect, useRef, useState } from 'react'
import { useUi } from '../core/ui-provider.tsx'
import { calendarTagOf, loadCalendar, type LoadedCalendar } from './load-calendar.ts'

/** px: width of the calendar with a margin. */
const calendarRoom = 308

/** Whether the calendar fits into the window when it begins at the start edge of the picker. */
function hasRoom(picker: HTMLElement, dir: 'ltr' | 'rtl'): boolean {
  const { left, right } = picker.getBoundingClientRect()
  return (dir === 'rtl' ? right : document.documentElement.clientWidth - left) >= calendarRoom
}

/**
 * State of a day picker's calendar: open or closed, and its code, which is fetched when the person is about to open it.
 */
export function useCalendar() {
  const { locale, dir } = useUi()
  const [open, setOpen] = useState(false)
  const [align, setAlign] = useState<'start' | 'end'>('start')
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
    /** The element around picker and calendar; a click outside closes the calendar. */
    root,
    /** The button that opens the calendar; gets the focus back. */
    opener,
    open,
    /** Which edges of picker and calendar meet. */
    align,
    close: () => {
      setOpen(false)
      opener.current?.focus()
    },
    toggle: () => {
      setOpen(!open)
      setAlign(root.current && hasRoom(root.current, dir) ? 'start' : 'end')
      // Without its code the calendar cannot open. The buttons beside it still work.
      if (!open) loadCalendar(locale).then(setLoaded, () => setOpen(false))
    },
    preload: () => void loadCalendar(locale).catch(() => {}),
    /** Undefined until loaded in the language of the page. */
    calendar: loaded?.tag === calendarTagOf(locale) ? loaded : undefined,
  }
}
