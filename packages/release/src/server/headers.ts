import { createHash } from 'node:crypto'
import { bootScriptHash } from './boot-script.ts'
import { refreshShim } from './page.ts'

/**
 * The content security policy. Scripts: files of this origin and the one inline script, by its hash. Styles: antd
 * writes style elements as it renders. Media: owners name videos of their own, over https.
 */
function policy(developmentOrigins: readonly string[]): string {
  const developing = developmentOrigins.length > 0
  const shim = `sha256-${createHash('sha256').update(refreshShim).digest('base64')}`
  const sockets = developmentOrigins.map((origin) => origin.replace(/^http/, 'ws'))
  const rules: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'${bootScriptHash}'`, ...(developing ? [`'${shim}'`, ...developmentOrigins] : [])],
    'style-src': ["'self'", "'unsafe-inline'", ...developmentOrigins],
    'img-src': ["'self'", 'data:', 'blob:', ...developmentOrigins],
    'media-src': ["'self'", 'blob:', 'https:'],
    'connect-src': ["'self'", ...developmentOrigins, ...sockets],
    'font-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** Headers of every reply. `developmentOrigins`: development servers that the page may load remotes from. */
export function securityHeaders(developmentOrigins: readonly string[]): Record<string, string> {
  return {
    'content-security-policy': policy(developmentOrigins),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(), usb=()',
    // A development server's files have no hashes.
    ...(developmentOrigins.length > 0 ? {} : { 'integrity-policy': 'blocked-destinations=(script)' }),
  }
}
