/** The logo: two peaks in a rounded square. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <rect width="24" height="24" rx="6" fill="#2B4FCF" />
      <path d="M5 16.5 9.5 8.5l3.2 5.2 2.3-3.6 4 6.4" fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round"
        strokeLinejoin="round" />
    </svg>
  )
}
