const dayLength = 86_400_000
/** Longer journeys are not claimed; they are refused elsewhere. */
const longest = 400

/** Every day from one to another, both included, yyyy-MM-dd. */
export function daysBetween(from: string, to: string): string[] {
  const start = Date.parse(`${from}T00:00:00Z`)
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - start) / dayLength) + 1
  return Array.from({ length: Math.max(0, Math.min(longest, count)) },
    (_, index) => new Date(start + index * dayLength).toISOString().slice(0, 10))
}
