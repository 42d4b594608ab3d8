/** Line ends of every script, other control signs, and signs that turn the direction or cannot be seen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const [begin, end] = ['\u2068', '\u2069']
/** What `inserted` made of a value. */
const isolate = /\u2068([^\u2066-\u2069]*)\u2069/u
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A value as one line, whatever a person put into it: it begins no header and no paragraph of its own. */
export const oneLine = (value: string): string =>
  value
    .split(isolate)
    .map((part, nth) => ({ isIsolate: nth % 2 === 1, line: part.replaceAll(unprintable, ' ') }))
    .map(({ isIsolate, line }) => (isIsolate ? `${begin}${line}${end}` : line))
    .join('')
    .trim()

/** The same within a sentence: a name that runs the other way turns around nothing but itself. */
export function inserted(value: string): string {
  const line = oneLine(value)
  return rightToLeft.test(line.replaceAll(new RegExp(isolate, 'gu'), '')) ? `${begin}${line}${end}` : line
}
