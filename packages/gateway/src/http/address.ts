/** Address and credentials of a device. */
export interface Address {
  /** For example `http://192.168.1.5:8080`, without trailing slash and without password. */
  base: string
  user: string
  password: string
}

/**
 * An address as people write it: `192.168.1.5`, `shelly.local:8080`, `http://user:password@host/path`.
 * @throws Error that says what is wrong with it, without the password
 */
export function addressOf(text: string): Address {
  const trimmed = text.trim()
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  let url: URL
  try {
    url = new URL(full)
  } catch {
    throw new Error('the address of the device cannot be read: write it as 192.168.1.5 or http://user:password@host')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`a device is asked over http or https, not ${url.protocol.slice(0, -1)}`)
  }
  return {
    base: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}
