const forgetters = new Set<() => void>()

/** Has what keeps reads hear when they belong to nobody here any more. */
export function onReadsForgotten(forget: () => void): void {
  forgetters.add(forget)
}

/** Somebody else uses this page from now on. What keeps reads need not be there yet, as on the sign-in page. */
export function forgetReads(): void {
  forgetters.forEach((forget) => forget())
}
