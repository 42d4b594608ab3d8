import { useEffect, useState } from 'react'

/** Seconds until something may be sent again; `start` begins a pause. */
export function usePause(seconds: number): { left: number; start: () => void } {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, start: () => setLeft(seconds) }
}
