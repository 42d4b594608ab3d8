import { useState } from 'react'

export type Density = 'comfortable' | 'compact'

export interface ViewSettings {
  density: Density
  /** Keys of the hidden columns. */
  hidden: readonly string[]
}

function read(storageKey: string | undefined, hidden: readonly string[]): ViewSettings {
  const standard: ViewSettings = { density: 'comfortable', hidden }
  if (!storageKey) return standard
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`table.${storageKey}`) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return standard
    const { density, hidden: chosen } = stored as Partial<ViewSettings>
    return {
      density: density === 'compact' ? 'compact' : 'comfortable',
      hidden: Array.isArray(chosen) ? chosen.filter((key) => typeof key === 'string') : [],
    }
  } catch {
    return standard
  }
}

/** Density and hidden columns of one table, remembered in this browser under the key; `hidden`: the initial ones. */
export function useViewSettings(
  storageKey: string | undefined,
  hidden: readonly string[],
): [ViewSettings, (next: Partial<ViewSettings>) => void] {
  const [settings, setSettings] = useState(() => read(storageKey, hidden))
  const change = (next: Partial<ViewSettings>) => {
    const merged = { ...settings, ...next }
    setSettings(merged)
    if (storageKey) localStorage.setItem(`table.${storageKey}`, JSON.stringify(merged))
  }
  return [settings, change]
}
