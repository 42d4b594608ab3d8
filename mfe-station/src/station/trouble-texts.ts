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

/** Fetches what gateways say of their troubles, in the current locale. */
export const addTroubleTexts = (): Promise<void> => addMessageLoaders(namespace, loaders)

/** A part of a page that is fetched with them. */
export function lazyWithTroubles<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), addTroubleTexts()])
    return module
  })
}

interface Told {
  /** In English; null: there is none, or only codes. */
  trouble: string | null
  troubles?: readonly GatewayTrouble[] | undefined
}

/** In the language of the reader; what a gateway of another version says without a code that is known here stays as it comes. */
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

/** Amounts are written as the language writes them; units, states and exceptions are names. */
const amounts: ReadonlySet<string> = new Set(['watts', 'wanted'])
