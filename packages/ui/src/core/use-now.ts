import { useEffect, useState } from 'react'

/** The clock, epoch ms, renewed every `everyMs`: for ages, running durations and clocks on the wall. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
