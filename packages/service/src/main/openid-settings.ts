import type { OpenidSettings } from '../base/service.ts'

const example =
  '[{"name":"acme","title":"Acme","issuer":"https://login.acme.example","clientId":"…","clientSecret":"…","domains":["acme.example"]}]'

/**
 * Reads OPENID_PROVIDERS: a list of providers in JSON. Each must restrict users by domains or groups: otherwise every
 * user that the provider knows could sign in.
 */
export function readOpenidProviders(text: string): OpenidSettings[] {
  const list = parse(text)
  if (!Array.isArray(list)) throw wrong('it is a list in JSON')
  const providers = list.map((each: unknown) => toProvider(each))
  if (new Set(providers.map(({ name }) => name)).size < providers.length) throw wrong('every name stands once')
  return providers
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong('it is a list in JSON')
  }
}

function toProvider(value: unknown): OpenidSettings {
  const given = (value ?? {}) as Record<string, unknown>
  const textOf = (key: string): string => {
    const text = given[key]
    if (typeof text !== 'string' || text === '') throw wrong(`every provider has a text as ${key}`)
    return text
  }
  const listOf = (key: string): string[] => {
    const texts = given[key] ?? []
    if (!Array.isArray(texts) || texts.some((each) => typeof each !== 'string' || each === ''))
      throw wrong(`${key} is a list of texts`)
    return texts as string[]
  }
  const provider = {
    name: textOf('name'),
    title: textOf('title'),
    issuer: issuerOf(textOf('issuer')),
    clientId: textOf('clientId'),
    clientSecret: textOf('clientSecret'),
    domains: listOf('domains').map((domain) => domain.toLowerCase()),
    groups: listOf('groups'),
    groupsClaim: given['groupsClaim'] === undefined ? 'groups' : textOf('groupsClaim'),
  }
  if (!/^[a-z0-9-]{1,40}$/.test(provider.name)) throw wrong('a name is of small letters, digits and dashes')
  if (provider.domains.length + provider.groups.length === 0)
    throw wrong(`${provider.name} says by domains or groups who may come in`)
  return provider
}

/** Plain http is allowed on this machine only, for test providers. */
function issuerOf(issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1')) return issuer
  throw wrong('an issuer is an address by https')
}

const wrong = (why: string) => new Error(`OPENID_PROVIDERS: ${why}, as in ${example}`)
