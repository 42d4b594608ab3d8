interface BrandMarkProps {
  /** px */
  size?: number
}

/** A sun rising over the opening of a port; the mark of the product. */
export function BrandMark({ size = 28 }: BrandMarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M7 21a9 9 0 0 1 18 0Z" fill="var(--hp-generation)" />
      <path
        d="M16 4.500v3M6.5 8.600l2.1 2.100M25.5 8.600l-2.1 2.1"
        stroke="var(--hp-generation)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path d="M3 21h26M7.5 25.500h17M12.5 30h7" stroke="var(--hp-brand)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  )
}
