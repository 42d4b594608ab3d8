import { createHash } from 'node:crypto'
import { bootScriptHash } from './boot-script.ts'
import { refreshShim } from './page.ts'

const policyText = (rules: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(rules)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

/** Of a page that the release host makes. */
export interface PagePolicy {
  /** What the style elements of this one page carry; undefined: the shell was built before it knew of one. */
  nonce?: string | undefined
  /** Servers that the page may load remotes from, which are under development. */
  developmentOrigins?: readonly string[]
}

/** One policy, made by the shell (federation, `script-policy.ts`), through which each address of a script goes. */
const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }

/**
 * The content security policy. Scripts: files of this origin and the one inline script, by its hash, and no text becomes
 * code or markup. Styles: files, and elements with the page's nonce, which those of antd carry. Media: this origin's; a film
 * that an owner names elsewhere plays in a frame that the service makes, whose policy names that one address.
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
    // The client of a development server makes markup of its own.
    ...(nonce === undefined || developing ? {} : trustedTypes),
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

/** Headers of the portal's page. */
export function pageHeaders(page: PagePolicy): Record<string, string> {
  return {
    ...commonHeaders,
    'content-security-policy': policy(page),
    // A development server's files have no hashes.
    ...(page.developmentOrigins?.length ? {} : { 'integrity-policy': 'blocked-destinations=(script style)' }),
  }
}

/** Headers of every other reply of the host itself; a worker goes by those that it came with. */
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
