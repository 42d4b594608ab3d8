import { useCallback, useMemo } from 'react'

/** How one value of a page's state is written in the URL's query. Defaults are left out. */
export interface UrlField<T extends string | number> {
  fallback: T
  /** Undefined: the text is not valid. */
  read: (text: string) => T | undefined
  /**
   * The default depends on the size of the screen: an address with a page number also names this value, since the
   * default differs elsewhere.
   */
  isOfScreen?: true
}

type UrlFields = Record<string, UrlField<string> | UrlField<number>>

export type UrlStateOf<F extends UrlFields> = { [K in keyof F]: F[K]['fallback'] }

/** One of the given words; the default is the first unless named. */
export function urlChoice<const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: T[number] = values[0],
): UrlField<T[number]> {
  return { fallback, read: (text) => values.find((value) => value === text) }
}

/** Free text, cut at `maxLength`. */
export const urlText = (maxLength: number): UrlField<string> => ({
  fallback: '',
  read: (text) => text.slice(0, maxLength),
})

/** A text that matches `pattern`, or none. */
export const urlMatch = (pattern: RegExp): UrlField<string> => ({
  fallback: '',
  read: (text) => (pattern.test(text) ? text : undefined),
})

/** One of the given numbers; the first is the default. */
export const urlNumber = (values: readonly [number, ...number[]]): UrlField<number> => ({
  fallback: values[0],
  read: (text) => values.find((value) => String(value) === text),
})

/** Rows per page, and the window height (px) from which that number is the default. */
const pageSizes = [
  [50, 1800],
  [20, 1200],
  [10, 0],
] as const
const largestPage = 100

/** Rows per page of a list. The default fills a high screen. */
export const urlPageSize: UrlField<number> = {
  get fallback() {
    const high = 'innerHeight' in globalThis ? globalThis.innerHeight : 0
    return pageSizes.find(([, least]) => high >= least)?.[0] ?? 10
  },
  isOfScreen: true,
  read: (text) => [largestPage, ...pageSizes.map(([size]) => size)].find((size) => String(size) === text),
}

/** Number of a page, from 1. */
export const urlPage: UrlField<number> = {
  fallback: 1,
  read: (text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined),
}

/** Reads the state from a query; invalid values become the default. */
export function readUrlState<F extends UrlFields>(fields: F, params: URLSearchParams): UrlStateOf<F> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const text = params.get(name)
    return [name, text === null ? field.fallback : (field.read(text) ?? field.fallback)]
  })
  return Object.fromEntries(entries) as UrlStateOf<F>
}

/**
 * The query after a change. Defaults are left out, keys of other states stay.
 * A change of anything but `page` resets `page`.
 */
export function writeUrlState<F extends UrlFields>(
  fields: F,
  params: URLSearchParams,
  change: Partial<UrlStateOf<F>>,
): URLSearchParams {
  const after = new URLSearchParams(params)
  if (!('page' in change)) after.delete('page')
  for (const [name, value] of Object.entries(change)) {
    const field = fields[name]
    if (!field) continue
    if (value === undefined || value === field.fallback) after.delete(name)
    else after.set(name, String(value))
  }
  for (const [name, { isOfScreen, fallback }] of Object.entries(fields))
    if (isOfScreen && after.has('page') && !after.has(name)) after.set(name, String(fallback))
  return after
}

type SetParams = (next: (params: URLSearchParams) => URLSearchParams, options: { replace: boolean }) => void

/**
 * Page state kept in the URL, so that it can be shared and survives a reload.
 * Takes the result of the router's `useSearchParams()`; `fields` must be a constant.
 * A change replaces the history entry, so that "back" leaves the page.
 */
export function useUrlState<F extends UrlFields>(
  fields: F,
  [params, setParams]: readonly [URLSearchParams, SetParams],
): [UrlStateOf<F>, (change: Partial<UrlStateOf<F>>) => void] {
  const state = useMemo(() => readUrlState(fields, params), [fields, params])
  const change = useCallback(
    (changed: Partial<UrlStateOf<F>>) =>
      setParams((before) => writeUrlState(fields, before, changed), { replace: true }),
    [fields, setParams],
  )
  return [state, change]
}
