/** A stretch of days off by law, first to last, and the weekend days that are worked for it; yyyy-MM-dd. */
interface Festival {
  readonly from: string
  readonly to: string
  readonly worked?: readonly string[]
}

/** Public holidays of mainland China as the State Council announced them for each year. */
const festivals: readonly Festival[] = [
  { from: '2025-01-01', to: '2025-01-01' },
  { from: '2025-01-28', to: '2025-02-04', worked: ['2025-01-26', '2025-02-08'] },
  { from: '2025-04-04', to: '2025-04-06' },
  { from: '2025-05-01', to: '2025-05-05', worked: ['2025-04-27'] },
  { from: '2025-05-31', to: '2025-06-02' },
  { from: '2025-10-01', to: '2025-10-08', worked: ['2025-09-28', '2025-10-11'] },
  { from: '2026-01-01', to: '2026-01-03', worked: ['2026-01-04'] },
  { from: '2026-02-15', to: '2026-02-23', worked: ['2026-02-14', '2026-02-28'] },
  { from: '2026-04-04', to: '2026-04-06' },
  { from: '2026-05-01', to: '2026-05-05', worked: ['2026-05-09'] },
  { from: '2026-06-19', to: '2026-06-21' },
  { from: '2026-09-25', to: '2026-09-27' },
  { from: '2026-10-01', to: '2026-10-07', worked: ['2026-09-20', '2026-10-10'] },
]

/** Every day that these announcements make an exception. */
export const statutoryDays: readonly { readonly day: string; readonly kind: 'HOLIDAY' | 'WORKDAY' }[] = festivals.flatMap((
  { from, to, worked = [] },
) => [
  ...daysBetween(from, to).map((day) => ({ day, kind: 'HOLIDAY' as const })),
  ...worked.map((day) => ({ day, kind: 'WORKDAY' as const })),
])

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
