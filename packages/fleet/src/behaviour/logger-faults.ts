import { isWithin, type Span } from '../device/behaviour.ts'
import type { LoggerBehaviour } from '../logger/logger-behaviour.ts'

/** The logger has no connection to the service and goes on measuring. */
export function loggerOffline(span: Span): LoggerBehaviour {
  return { name: 'loggerOffline', isOnline: (now) => !isWithin(span, now) }
}

/** The acknowledgement of every upload is lost, so that each is sent again, `times` times. */
export function duplicateFrames(span: Span, times: number): LoggerBehaviour {
  return { name: 'duplicateFrames', copies: (now) => (isWithin(span, now) ? times : 0) }
}

/** Readings wait so long before they are sent: a slow link, a queue in between. */
export function lateFrames(span: Span, ms: number): LoggerBehaviour {
  return { name: 'lateFrames', delayMs: (now) => (isWithin(span, now) ? ms : 0) }
}

/** Its clock is off by `offsetMs` and runs away by `perDayMs`; measurement times are off with it, by whole minutes. */
export function clockError(span: Span, offsetMs: number, perDayMs: number): LoggerBehaviour {
  return {
    name: 'clockError',
    clockErrorMs: (at) => (isWithin(span, at) ? offsetMs + (perDayMs * (at - span.from)) / 86_400_000 : 0),
  }
}

/** Switched off at the beginning of the span and on again some minutes later: its up-time starts anew. */
export function loggerRestart(span: Span, awayMs: number): LoggerBehaviour {
  const backAt = span.from + awayMs
  return {
    name: 'loggerRestart',
    isOnline: (now) => now < span.from || now >= backAt || span.to <= span.from,
    startedAt: (now) => (now >= backAt && span.to > span.from ? backAt : undefined),
  }
}
