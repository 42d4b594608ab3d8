import { createHash } from 'node:crypto'
import { bootScriptHash } from './boot-script.ts'
import { refreshShim } from './page.ts'

const policyText = (rules: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(rules)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

/**
 * The content security policy. Scripts: files of this origin and the one inline script, by its hash. Styles: antd
 * writes style elements as it renders. Media: owners name videos of their own, over https.
 */
function policy(developmentOrigins: readonly string[]): string {
  const developing = developmentOrigins.length > 0
  const shim = `sha256-${createHash('sha256').update(refreshShim).digest('base64')}`
  const sockets = developmentOrigins.map((origin) => origin.replace(/^http/, 'ws'))
  return policyText({
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
  })
}

/** Of the operator's page: its own files and nothing else; no text ever becomes markup. */
export const operatorPolicy = policyText({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
})

/** Of replies that are no page: nothing may come of them. */
export const barePolicy = policyText({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })

/** Headers of every reply, whoever made it. Browsers heed the first one only where the page came by https. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=()',
}

/** Headers of every reply of the host itself. `developmentOrigins`: servers that the page may load remotes from. */
export function securityHeaders(developmentOrigins: readonly string[]): Record<string, string> {
  return {
    ...commonHeaders,
    'content-security-policy': policy(developmentOrigins),
    // A development server's files have no hashes.
    ...(developmentOrigins.length > 0 ? {} : { 'integrity-policy': 'blocked-destinations=(script)' }),
  }
}
