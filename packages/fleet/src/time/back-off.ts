import { uniform } from '../random/noise.ts'

/**
 * Wait before attempt number `attempt` (from 0), ms: doubles from half a second to a minute, with jitter of a third.
 */
export function backOffMs(seed: number, attempt: number, longestMs = 60_000): number {
  const base = Math.min(500 * 2 ** Math.min(attempt, 20), longestMs)
  return Math.round(base * (0.67 + 0.33 * uniform(seed, 81, attempt)))
}
