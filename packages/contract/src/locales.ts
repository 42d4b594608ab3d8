/** Languages of the product's texts; zh-CN is the default. */
export const messageLocales = ['en-US', 'zh-CN', 'zh-TW', 'pt-BR'] as const
export type MessageLocale = (typeof messageLocales)[number]
