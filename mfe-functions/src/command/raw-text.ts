/** An integer of a register, without a thousands separator, which could be read as a decimal point. */
export const rawText = (raw: number) => String(raw).replace('-', '−')
