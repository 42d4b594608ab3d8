/** Line ends of every script, other control characters, and characters that change the direction or are invisible. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const [begin, end] = ['\u2068', '\u2069']
/** An isolate that `inserted` made. */
const isolate = /\u2068([^\u2066-\u2069]*)\u2069/u
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Forces a typed value onto one line, so that it cannot begin a header or a paragraph. */
export const oneLine = (value: string): string =>
  value
    .split(isolate)
    .map((part, nth) => ({ isIsolate: nth % 2 === 1, line: part.replaceAll(unprintable, ' ') }))
    .map(({ isIsolate, line }) => (isIsolate ? `${begin}${line}${end}` : line))
    .join('')
    .trim()

/** The same within a sentence: isolates a right-to-left name, so that it does not reorder the text around it. */
export function inserted(value: string): string {
  const line = oneLine(value)
  return rightToLeft.test(line.replaceAll(new RegExp(isolate, 'gu'), '')) ? `${begin}${line}${end}` : line
}
