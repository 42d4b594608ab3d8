import { isWithin, type Span } from '../device/behaviour.ts'
import type { LoggerBehaviour } from '../logger/logger-behaviour.ts'

/** The logger has no connection to the service but continues to measure. */
export function loggerOffline(span: Span): LoggerBehaviour {
  return { name: 'loggerOffline', isOnline: (now) => !isWithin(span, now) }
}

/** The acknowledgement of every upload is lost, so each upload is sent `times` more times. */
export function duplicateFrames(span: Span, times: number): LoggerBehaviour {
  return { name: 'duplicateFrames', copies: (now) => (isWithin(span, now) ? times : 0) }
}

/** Readings are sent with a delay: a slow link, a queue in between. */
export function lateFrames(span: Span, ms: number): LoggerBehaviour {
  return { name: 'lateFrames', delayMs: (now) => (isWithin(span, now) ? ms : 0) }
}

/**
 * The logger's clock has an offset of `offsetMs` and drifts by `perDayMs`; measurement times shift with it, by whole
 * minutes.
 */
export function clockError(span: Span, offsetMs: number, perDayMs: number): LoggerBehaviour {
  return {
    name: 'clockError',
    clockErrorMs: (at) => (isWithin(span, at) ? offsetMs + (perDayMs * (at - span.from)) / 86_400_000 : 0),
  }
}

/** Switched off at the beginning of the span and on again some minutes later: its uptime restarts. */
export function loggerRestart(span: Span, awayMs: number): LoggerBehaviour {
  const backAt = span.from + awayMs
  return {
    name: 'loggerRestart',
    isOnline: (now) => now < span.from || now >= backAt || span.to <= span.from,
    startedAt: (now) => (now >= backAt && span.to > span.from ? backAt : undefined),
  }
}
