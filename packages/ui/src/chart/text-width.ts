/** Approximate width of a text at 12 px: 12 px for a CJK character, 7 px for any other. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character >= '\u2e80' ? 12 : 7
  return width
}
