import { type Outside, publicOutside } from '../base/outside.ts'
import type { Service } from '../base/service.ts'

/**
 * Allowed addresses of browsers: public hosts by https, and the origin that the operator configured to test pushes on
 * their own machine.
 */
export function outsideOf({ outside = publicOutside, settings }: Service, endpoint: string): Outside {
  const { pushTestOrigin } = settings
  if (pushTestOrigin === undefined || !URL.canParse(endpoint) || new URL(endpoint).origin !== pushTestOrigin)
    return outside
  return { ...outside, isAllowed: (address) => address === '127.0.0.1', protocols: ['http:'] }
}
