/** Line ends of every script, other control signs, and signs that turn the direction or cannot be seen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** A value as one line, whatever a person put into it: it begins no header and no paragraph of its own. */
export const oneLine = (value: string) => value.replaceAll(unprintable, ' ').trim()
