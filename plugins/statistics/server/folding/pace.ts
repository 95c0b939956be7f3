/** The amount that is done at once: the first, and its bounds. */
interface Sizes {
  readonly first: number
  readonly fewest: number
  readonly most: number
}

/** One run is to take so long, ms. */
const batchTime = { least: 1000, most: 3000 }

/** Runs what is done again and again, each time with a size that what the machine is busy with allows. */
export function paced({ first, fewest, most }: Sizes,
  signal: AbortSignal): <Result>(run: (size: number) => Promise<Result>) => Promise<Result> {
  let size = first
  return async (run) => {
    signal.throwIfAborted()
    const begun = performance.now()
    const result = await run(size)
    const took = performance.now() - begun
    if (took > batchTime.most) size = Math.max(fewest, Math.floor(size / 2))
    else if (took < batchTime.least) size = Math.min(most, size * 2)
    return result
  }
}
