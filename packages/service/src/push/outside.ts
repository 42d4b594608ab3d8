import { type Outside, publicOutside } from '../base/outside.ts'
import type { Service } from '../base/service.ts'

/**
 * What a browser's address may be: a public host, by https. Besides, where the operator tries out pushes on his own
 * machine, the one origin that he named.
 */
export function outsideOf({ outside = publicOutside, settings }: Service, endpoint: string): Outside {
  const { pushTestOrigin } = settings
  if (pushTestOrigin === undefined || !URL.canParse(endpoint) || new URL(endpoint).origin !== pushTestOrigin)
    return outside
  return { ...outside, isAllowed: (address) => address === '127.0.0.1', protocols: ['http:'] }
}
