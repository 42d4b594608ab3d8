import { type ComponentType, lazy } from 'react'
import { isKnownTrouble, type GatewayTrouble, type TroubleTexts } from '@helioport/contract'
import { addMessageLoaders, type MessageLoaders, useFormat, useText } from '@helioport/i18n'
import { ownRelease } from '@helioport/federation/remote'

const namespace = `station.trouble ${ownRelease}`

const loaders: MessageLoaders = {
  'en-US': async () => ({ default: (await import('@helioport/contract/trouble-texts/en-US')).troubleTexts }),
  'zh-CN': async () => ({ default: (await import('@helioport/contract/trouble-texts/zh-CN')).troubleTexts }),
  'zh-TW': async () => ({ default: (await import('@helioport/contract/trouble-texts/zh-TW')).troubleTexts }),
  'pt-BR': async () => ({ default: (await import('@helioport/contract/trouble-texts/pt-BR')).troubleTexts }),
}

/** Fetches the texts of gateways' troubles in the current locale. */
export const addTroubleTexts = (): Promise<void> => addMessageLoaders(namespace, loaders)

/** A part of a page that is fetched together with them. */
export function lazyWithTroubles<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), addTroubleTexts()])
    return module
  })
}

interface Told {
  /** In English; null: no trouble, or only codes. */
  trouble: string | null
  troubles?: readonly GatewayTrouble[] | undefined
}

/**
 * The troubles in the reader's language. If a gateway of another version sends a code that is unknown here, its English
 * text.
 */
export function useTroubleText(): (told: Told) => string[] {
  const text = useText<TroubleTexts>(namespace)
  const format = useFormat()
  return ({ trouble, troubles = [] }) => {
    const known = troubles.filter(isKnownTrouble)
    if (known.length === 0 || known.length < troubles.length) return trouble === null ? [] : [trouble]
    return known.map(({ code, values }) => {
      const written = Object.entries(values).map(([name, value]) => [
        name,
        amounts.has(name) ? format.number(Number(value)) : value,
      ])
      return text(code, Object.fromEntries(written) as Record<string, string | number>).trim()
    })
  }
}

/** Amounts are formatted in the locale; units, states and exceptions are names. */
const amounts: ReadonlySet<string> = new Set(['watts', 'wanted'])
