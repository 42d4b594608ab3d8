import { readFileSync } from 'node:fs'

/** A mistake in the arguments: the message says what to do; no stack is shown. */
export class UsageError extends Error {}

/** A required command-line option. */
export function required(options: Record<string, unknown>, name: string, flag: string): string {
  const value = options[name]
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') {
    throw new UsageError(`${flag} is missing`)
  }
  return String(value)
}

/** An option that is a whole number within a range. */
export function wholeNumber(
  options: Record<string, unknown>,
  name: string,
  flag: string,
  low: number,
  high: number,
): number {
  const value = Number(options[name])
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new UsageError(`${flag} must be a whole number from ${low} to ${high}`)
  }
  return value
}

/** The origin of a URL such as http://127.0.0.1:8080. */
export function originOf(text: string, flag: string): string {
  try {
    const url = new URL(text)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.origin
  } catch {
    // Not a URL: the error below says so.
  }
  throw new UsageError(`${flag} must be a URL such as http://127.0.0.1:8080`)
}

/** The URL of an MQTT broker, including user name and password. */
export function brokerOf(text: string, flag: string): string {
  try {
    const { protocol } = new URL(text)
    if (protocol === 'mqtt:' || protocol === 'mqtts:') return text
  } catch {
    // Not a URL: the error below says so.
  }
  throw new UsageError(`${flag} must be a URL such as mqtt://127.0.0.1:1883`)
}

/** First line of a file that holds a password. */
export function passwordFrom(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? ''
  } catch (error) {
    throw new UsageError(`the password file ${file} cannot be read`, { cause: error })
  }
}
