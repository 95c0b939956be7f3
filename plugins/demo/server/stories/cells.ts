type Cells<Count extends number, Found extends string[] = []> = Found['length'] extends Count ? Found : Cells<Count, [...Found, string]>

/** Splits a line `a | b | c` into a fixed number of cells; missing ones are empty. */
export function cells<const Count extends number>(line: string, count: Count): Cells<Count> {
  const found = line.split('|').map((cell) => cell.trim())
  return Array.from({ length: count }, (_, index) => found[index] ?? '') as Cells<Count>
}
