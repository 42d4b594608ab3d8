/** What a register holds, a whole number: a mark of thousands could be read as a decimal one. */
export const rawText = (raw: number) => String(raw).replace('-', '−')
