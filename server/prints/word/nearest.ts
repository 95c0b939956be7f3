/** The known name that a misspelt one is most likely to mean; about a third of its letters may differ. */
export function nearestOf(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.ceil(name.length / 3)
  const measured = [...known].map((candidate) => ({ candidate, distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()) })).filter(
    ({ distance }) => distance <= limit,
  )
  return measured.toSorted((one, other) => one.distance - other.distance)[0]?.candidate
}

/** The number of letters that have to be added, removed or changed. */
function distanceOf(one: string, other: string): number {
  let line = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const letter of one) line = nextLine(line, letter, other)
  return line.at(-1) ?? 0
}

function nextLine(line: readonly number[], letter: string, other: string): number[] {
  const at = (index: number) => line[index] ?? 0
  const next = [at(0) + 1]
  for (const [column, against] of [...other].entries()) {
    next.push(Math.min(at(column) + (letter === against ? 0 : 1), at(column + 1) + 1, (next[column] ?? 0) + 1))
  }
  return next
}
