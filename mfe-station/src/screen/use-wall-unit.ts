import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** 1 % of a 16:9 wall that fits the window, px: the same as --u in screen.module.css. */
const unit = () => Math.min(window.innerWidth / 100, (window.innerHeight * 1.7778) / 100)

export const useWallUnit = (): number => useSyncExternalStore(subscribe, unit)
