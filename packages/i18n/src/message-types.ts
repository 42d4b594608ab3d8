/** One flat table: key to text with `{{placeholders}}`. */
export type Messages = Readonly<Record<string, string>>

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type OptionalForm = 'zero' | 'one' | 'two' | 'few' | 'many'

/** `plants_one`, `plants_other` are used as `plants` with a `count`. */
export type MessageKey<M> = {
  [K in keyof M & string]: K extends `${infer Base}_${PluralForm}` ? Base : K
}[keyof M & string]

/** Every message of the English table; plural forms that a language does not have may be left out. */
export type Complete<M> = {
  readonly [K in keyof M as K extends `${string}_${OptionalForm}` ? never : K]: string
} & { readonly [K in keyof M as K extends `${string}_${OptionalForm}` ? K : never]?: string }

export type TextValues = Readonly<Record<string, string | number>>
