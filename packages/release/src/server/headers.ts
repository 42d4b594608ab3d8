import { createHash } from 'node:crypto'
import { bootScriptHash } from './boot-script.ts'
import { refreshShim } from './page.ts'

const policyText = (rules: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(rules)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

/** Of a page that the release host makes. */
export interface PagePolicy {
  /** Nonce of this page's style elements; undefined: the shell was built before there were nonces. */
  nonce?: string | undefined
  /** Development servers that the page may load remotes from. */
  developmentOrigins?: readonly string[]
}

/** The only policy is made by the shell (federation, `script-policy.ts`); every script's address passes it. */
const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }

/**
 * The content security policy. Scripts: files of this origin, and the inline script by its hash; no text becomes
 * code or markup. Styles: files, and elements with the page's nonce, which antd's have. Media: from this origin; a film
 * elsewhere plays in a frame that the service makes, whose policy names only that address.
 */
function policy({ nonce, developmentOrigins = [] }: PagePolicy): string {
  const developing = developmentOrigins.length > 0
  const shim = `sha256-${createHash('sha256').update(refreshShim).digest('base64')}`
  const sockets = developmentOrigins.map((origin) => origin.replace(/^http/, 'ws'))
  return policyText({
    'default-src': ["'self'"],
    'script-src': ["'self'", `'${bootScriptHash}'`, ...(developing ? [`'${shim}'`, ...developmentOrigins] : [])],
    'style-src': ["'self'", nonce === undefined ? "'unsafe-inline'" : `'nonce-${nonce}'`, ...developmentOrigins],
    'img-src': ["'self'", 'data:', 'blob:', ...developmentOrigins],
    'media-src': ["'self'"],
    'connect-src': ["'self'", ...developmentOrigins, ...sockets],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // A development server's client creates markup, which Trusted Types would refuse.
    ...(nonce === undefined || developing ? {} : trustedTypes),
  })
}

/** Policy of the operator's page: its own files only; text never becomes markup. */
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

/** Policy of replies that are not pages: nothing may load or run. */
export const barePolicy = policyText({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })

/** Headers of every reply, proxied ones included. Browsers honour the first one only over https. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=()',
}

/** Headers of the portal's page. */
export function pageHeaders(page: PagePolicy): Record<string, string> {
  return {
    ...commonHeaders,
    'content-security-policy': policy(page),
    // Files of a development server have no hashes.
    ...(page.developmentOrigins?.length ? {} : { 'integrity-policy': 'blocked-destinations=(script style)' }),
  }
}

/** Headers of every other reply of the host itself; a worker's script has its policy from here. */
export const ownHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'content-security-policy': policyText({
    'default-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  }),
}
